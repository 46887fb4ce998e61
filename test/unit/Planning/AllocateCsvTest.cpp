//===- AllocateCsvTest.cpp - Buffers as text, right and wrong --------------===//
#include "remat/Planning/AllocateCsv.h"
#include "gtest/gtest.h"

using namespace rematplan;

static std::string complaint(llvm::StringRef text) {
  llvm::Expected<BufferTable> table = readBuffers(text);
  return table ? "" : llvm::toString(table.takeError());
}

TEST(AllocateCsv, ReadsAndWrites) {
  llvm::Expected<BufferTable> table = readBuffers("size,id,lower,upper,note\r\n"
                                                  "8,a,0,2,x\r\n\r\n"
                                                  " 4 ,\"b\",1,3,\n");
  ASSERT_TRUE(static_cast<bool>(table));
  EXPECT_EQ(table->ids, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(table->buffers[1].lower, 1);
  EXPECT_EQ(table->buffers[1].sizeBytes, 4);
  EXPECT_EQ(table->buffers[1].alignmentBytes, 1);
  std::string text;
  llvm::raw_string_ostream os(text);
  writeAllocation(os, *table, {4, 0});
  EXPECT_EQ(text, "id,lower,upper,size,offset\na,0,2,8,4\nb,1,3,4,0\n");
}

TEST(AllocateCsv, ReadsAlignmentsAndFixedOffsets) {
  llvm::Expected<BufferTable> table =
      readBuffers("id,lower,upper,size,alignment,offset\na,0,2,8,16,32\nb,1,3,4,1,\n");
  ASSERT_TRUE(static_cast<bool>(table));
  EXPECT_EQ(table->buffers[0].alignmentBytes, 16);
  EXPECT_EQ(table->buffers[0].fixedOffsetBytes, 32);
  EXPECT_FALSE(table->buffers[1].fixedOffsetBytes);
}

TEST(AllocateCsv, SaysWhatIsWrong) {
  EXPECT_EQ(complaint("\n \n"), "empty; expected a header with id, lower, upper and size");
  EXPECT_EQ(complaint("id,lower,upper\n"),
            "line 1: no column 'size'; expected a header with id, lower, upper and size");
  EXPECT_EQ(complaint("id,lower,id,upper,size\n"), "line 1: column 'id' occurs twice");
  EXPECT_EQ(complaint("id,lower,upper,size\na,0,1\n"), "line 2: 3 fields, the header has 4");
  EXPECT_EQ(complaint("id,lower,upper,size\n\na,0,x\x01,4\n"),
            "line 3: upper 'x\\01' is not an integer of 64 bits");
  EXPECT_EQ(complaint("id,lower,upper,size\na,0,1,99999999999999999999\n"),
            "line 2: size '99999999999999999999' is not an integer of 64 bits");
  EXPECT_EQ(complaint("id,lower,upper,size\na,0,1,4\na,0,1,4\n"), "line 3: id 'a' occurs twice");
  EXPECT_EQ(complaint("id,lower,upper,size\na,0,1,-4\n"), "buffer 'a': size -4 is negative");
}
