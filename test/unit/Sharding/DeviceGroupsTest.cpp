//===- DeviceGroupsTest.cpp - Groups of devices, as users name them -------===//
#include "remat/Analysis/DeviceGroups.h"
#include "llvm/Support/Error.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::remat;

using Groups = std::vector<SmallVector<int64_t>>;

static DeviceLayout mesh() {
  DeviceLayout layout;
  layout.axes = {{"data", 2}, {"model", 3}};
  layout.numPartitions = 6;
  return layout;
}

static Groups parse(StringRef text, const DeviceLayout &layout) {
  llvm::Expected<DeviceGroups> groups = DeviceGroups::parse(text, layout);
  if (groups)
    return groups->groups;
  ADD_FAILURE() << llvm::toString(groups.takeError());
  return {};
}

static std::string errorOf(StringRef text, const DeviceLayout &layout) {
  llvm::Expected<DeviceGroups> groups = DeviceGroups::parse(text, layout);
  return groups ? "" : llvm::toString(groups.takeError());
}

/// Devices of a mesh are numbered with the last axis running fastest.
TEST(DeviceGroupsTest, AxesNumbersAndLists) {
  EXPECT_EQ(parse("model", mesh()), (Groups{{0, 1, 2}, {3, 4, 5}}));
  EXPECT_EQ(parse("data", mesh()), (Groups{{0, 3}, {1, 4}, {2, 5}}));
  EXPECT_EQ(parse("2", mesh()), (Groups{{0, 1}, {2, 3}, {4, 5}}));
  EXPECT_EQ(parse("[[0,5],[1,4],[2,3]]", mesh()), (Groups{{0, 5}, {1, 4}, {2, 3}}));
  // A program that does not say how many devices run it takes any list.
  EXPECT_EQ(parse("[[1,0]]", DeviceLayout()), (Groups{{1, 0}}));
}

TEST(DeviceGroupsTest, Errors) {
  EXPECT_EQ(errorOf("modle", mesh()),
            "'modle' is no axis of the program's mesh; nearest are 'model', 'data'");
  EXPECT_EQ(errorOf("model", DeviceLayout()),
            "'model' is no axis of the program's mesh, and none is known; name groups of devices, "
            "as in [[0,1],[2,3]]");
  EXPECT_EQ(errorOf("4", mesh()), "groups of 4 devices: the program is for 6");
  EXPECT_EQ(errorOf("0", mesh()), "groups of 0 devices: the program is for 6");
  EXPECT_EQ(errorOf("1", mesh()), "'1': a group of one device has nothing to share");
  EXPECT_EQ(errorOf("[[0,1]]", mesh()), "'[[0,1]]' names 2 devices, and the program is for 6");
  for (StringRef wrong : {"[", "[]", "[[]]", "[0,1]", "[[0,1],[2]]", "[[0,0]]", "[[0,2]]",
                          "[[0,-1]]", "[[0,1.5]]", "[[0,\"1\"]]"})
    EXPECT_NE(errorOf(wrong, DeviceLayout()).find("groups of equally many devices are expected"),
              std::string::npos)
        << wrong.str();
  DeviceLayout single;
  single.isCounted = true;
  EXPECT_EQ(errorOf("[[0,1]]", single), "'[[0,1]]' names 2 devices, and the program is for 1");
  DeviceLayout both = mesh();
  both.numReplicas = 2;
  EXPECT_EQ(errorOf("model", both), "programs with both partitions and replicas are not supported");
}
