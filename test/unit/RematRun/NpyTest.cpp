//===- NpyTest.cpp - Arrays in numpy's files ------------------------------===//
#include "remat-run/Npy.h"
#include "remat-run/NpyHeader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstring>
#include <gtest/gtest.h>
#include <random>

using namespace mlir::remat;

namespace {

/// A file that is removed in the end.
class TestFile {
public:
  explicit TestFile(llvm::StringRef content) {
    int descriptor;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("array", "npy", descriptor, path));
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << content;
  }
  ~TestFile() { llvm::sys::fs::remove(path); }

  /// Reads the file; the error's text without the path, or "".
  std::string read(llvm::StringRef element, llvm::ArrayRef<int64_t> shape,
                   llvm::MutableArrayRef<char> data) const {
    llvm::Error error = readNpy(path, element, shape, data);
    if (!error)
      return "";
    std::string text = llvm::toString(std::move(error));
    std::string prefix = ("'" + path + "': ").str();
    EXPECT_EQ(text.find(prefix), 0u) << text;
    return text.substr(prefix.size());
  }

private:
  llvm::SmallString<128> path;
};

template <typename T>
std::string written(llvm::StringRef element, llvm::ArrayRef<int64_t> shape,
                    const std::vector<T> &values) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeNpy(
      os, element, shape,
      llvm::ArrayRef(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T)));
  return text;
}

/// A file of format `version` with this dictionary, and data of zeros.
std::string fileWith(int version, const std::string &dictionary, size_t dataBytes) {
  std::string text = "\x93NUMPY";
  text += static_cast<char>(version);
  text += '\0';
  for (int byte = 0; byte < (version == 1 ? 2 : 4); ++byte)
    text += static_cast<char>(dictionary.size() >> (8 * byte));
  return text + dictionary + std::string(dataBytes, '\0');
}

} // namespace

TEST(Npy, WritesWhatNumpyWrites) {
  // numpy.save of numpy.array([[1, 2]], numpy.float32), format 1.0
  std::string expected("\x93NUMPY\x01\x00\x76\x00", 10);
  expected += "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }";
  expected += std::string(58, ' ') + "\n";
  expected += std::string("\0\0\x80\x3f\0\0\0\x40", 8);
  EXPECT_EQ(written<float>("f32", {1, 2}, {1, 2}), expected);
}

TEST(Npy, ReadsWhatItWrites) {
  auto check = [](llvm::StringRef element, llvm::ArrayRef<int64_t> shape, const auto &values) {
    TestFile file(written(element, shape, values));
    auto readBack = values;
    for (auto &value : readBack)
      std::memset(&value, 0x77, sizeof(value));
    auto *bytes = reinterpret_cast<char *>(readBack.data());
    EXPECT_EQ(file.read(element, shape, {bytes, readBack.size() * sizeof(readBack[0])}), "");
    EXPECT_EQ(readBack, values);
  };
  check("f64", {3}, std::vector<double>{1.5, -2.25, 1e300});
  check("f32", {2, 1, 2}, std::vector<float>{1, 2, 3, -4});
  check("f16", {2}, std::vector<uint16_t>{0x3c00, 0x7bff});
  check("bf16", {4}, std::vector<uint16_t>{0x3f80, 0xff7f, 0x0001, 0x7f80});
  check("f8E5M2", {3}, std::vector<uint8_t>{0x3c, 0x01, 0xfb});
  // Every number of every 8-bit type (of NaN, float32 keeps that it is one).
  for (llvm::StringRef element : {"f8E5M2", "f8E4M3", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ",
                                  "f8E4M3B11FNUZ", "f8E3M4", "f8E8M0FNU"}) {
    const bool hasInfinity = element == "f8E5M2" || element == "f8E4M3" || element == "f8E3M4";
    const unsigned infinity = element == "f8E5M2" ? 0x7c : element == "f8E4M3" ? 0x78 : 0x70;
    std::vector<uint8_t> codes;
    for (unsigned code = 0; code < 256; ++code) {
      bool isNan = hasInfinity                 ? (code & 0x7f) > infinity
                   : element == "f8E8M0FNU"    ? code == 0xff
                   : element.ends_with("FNUZ") ? code == 0x80
                                               : (code & 0x7f) == 0x7f;
      if (!isNan)
        codes.push_back(code);
    }
    check(element, {static_cast<int64_t>(codes.size())}, codes);
  }
  check("i1", {2}, std::vector<uint8_t>{0, 1});
  check("i8", {}, std::vector<int8_t>{-3});
  check("ui16", {2}, std::vector<uint16_t>{1, 65535});
  check("i64", {1}, std::vector<int64_t>{-5'000'000'000});
  check("f32", {0, 3}, std::vector<float>{});
}

TEST(Npy, ReadsOtherVersionsAndSpellings) {
  float data[2] = {7, 7};
  llvm::MutableArrayRef<char> bytes(reinterpret_cast<char *>(data), 8);
  for (int version : {1, 2, 3})
    EXPECT_EQ(
        TestFile(fileWith(version, "{'shape':(2,),\"descr\": \"<f4\",'fortran_order':True}  \n", 8))
            .read("f32", {2}, bytes),
        "");
  EXPECT_EQ(data[0], 0);
  // What ml_dtypes' bfloat16 is saved as, and its 8-bit floats: raw bytes, but 'f1' for
  // float8_e5m2.
  uint16_t half[1];
  EXPECT_EQ(TestFile(fileWith(1, "{'descr': '<V2', 'fortran_order': False, 'shape': (), }\n", 2))
                .read("bf16", {}, {reinterpret_cast<char *>(half), 2}),
            "");
  char small[1];
  for (auto [element, type] : {std::pair("f8E5M2", "<f1"), std::pair("f8E5M2", "|V1"),
                               std::pair("f8E4M3FN", "<V1"), std::pair("f8E8M0FNU", "<V1")})
    EXPECT_EQ(TestFile(fileWith(1,
                                "{'descr': '" + std::string(type) +
                                    "', 'fortran_order': False, 'shape': (), }\n",
                                1))
                  .read(element, {}, small),
              "")
        << element << " as " << type;
}

TEST(Npy, WritesNanOfEverySmallFloat) {
  for (auto [element, nan] : {std::pair("f8E5M2", 0x7e), std::pair("f8E4M3FN", 0x7f),
                              std::pair("f8E4M3FNUZ", 0x80), std::pair("f8E8M0FNU", 0xff)}) {
    std::string content = written(element, {}, std::vector<uint8_t>{static_cast<uint8_t>(nan)});
    float single;
    std::memcpy(&single, content.data() + content.size() - sizeof(single), sizeof(single));
    EXPECT_TRUE(std::isnan(single)) << element;
  }
}

TEST(Npy, RoundsWidenedFloatsToNearest) {
  TestFile file(written<float>("f32", {2}, {1.00390625f, 1.01171875f}));
  uint16_t halves[2];
  EXPECT_EQ(file.read("bf16", {2}, {reinterpret_cast<char *>(halves), 4}), "");
  EXPECT_EQ(halves[0], 0x3f80);
  EXPECT_EQ(halves[1], 0x3f82);
}

TEST(Npy, SaysWhatIsWrong) {
  const std::string good = written<float>("f32", {2, 3}, {1, 2, 3, 4, 5, 6});
  std::vector<char> data(64);
  auto read = [&](llvm::StringRef content, llvm::StringRef element = "f32",
                  std::vector<int64_t> shape = {2, 3}) {
    return TestFile(content).read(element, shape, data);
  };
  EXPECT_EQ(read(good), "");
  EXPECT_EQ(read(good, "f32", {3, 2}), "its shape is (2, 3), but (3, 2) is expected");
  EXPECT_EQ(read(good, "f32", {6}), "its shape is (2, 3), but (6,) is expected");
  EXPECT_EQ(read(good, "f32", {}), "its shape is (2, 3), but () is expected");
  EXPECT_EQ(read(good, "i32"), "its type is '<f4', but int32 is expected for i32");
  EXPECT_EQ(read(good, "f64"), "its type is '<f4', but float64 is expected for f64");
  EXPECT_EQ(read(good, "ui8"), "its type is '<f4', but uint8 is expected for ui8");
  EXPECT_EQ(read(good, "complex<f32>"), "arrays of complex<f32> cannot be read");
  EXPECT_EQ(read(""), "it is no .npy file: it does not begin with \\x93NUMPY");
  EXPECT_EQ(read("PK\x03\x04"), "it is no .npy file: it does not begin with \\x93NUMPY");
  EXPECT_EQ(read(llvm::StringRef(good).take_front(6)), "it ends within its header");
  EXPECT_EQ(read(llvm::StringRef(good).take_front(9)), "it ends within its header");
  EXPECT_EQ(read(llvm::StringRef(good).take_front(50)), "it ends within its header");
  EXPECT_EQ(read(llvm::StringRef(good).drop_back(1)),
            "it holds 23 bytes of data, but its shape and type take 24");
  EXPECT_EQ(read(good + "x"), "it holds 25 bytes of data, but its shape and type take 24");
  EXPECT_EQ(read(fileWith(9, "{}", 0)), "its format version 9 is unknown");

  auto readHeader = [&](const std::string &dictionary) {
    return read(fileWith(1, dictionary, 24));
  };
  const char *noPlainArray =
      "its header is not one of a plain array (descr, fortran_order and shape)";
  EXPECT_EQ(readHeader(""), noPlainArray);
  EXPECT_EQ(readHeader("{'descr': '<f4', 'fortran_order': False}"), noPlainArray);
  EXPECT_EQ(readHeader("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 3)}"),
            noPlainArray);
  EXPECT_EQ(readHeader("{'descr': '<f4', 'fortran_order': 1, 'shape': (2, 3)}"), noPlainArray);
  EXPECT_EQ(readHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (2, -3)}"), noPlainArray);
  EXPECT_EQ(readHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3}"), noPlainArray);
  EXPECT_EQ(readHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} x"),
            noPlainArray);
  EXPECT_EQ(readHeader("{'descr': '<c8', 'fortran_order': False, 'shape': (2, 3)}"),
            "its type '<c8' is no number");
  EXPECT_EQ(readHeader("{'descr': 'f4', 'fortran_order': False, 'shape': (2, 3)}"),
            "its type 'f4' has no byte order");
  EXPECT_EQ(readHeader("{'descr': '>f4', 'fortran_order': False, 'shape': (2, 3)}"),
            "its bytes are in big-endian order; save it as little-endian ('<')");
  EXPECT_EQ(readHeader("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3)}"),
            "it is in Fortran order; save it with numpy.ascontiguousarray");
  std::string missing = llvm::toString(readNpy("/no/such/file.npy", "f32", {}, data));
  EXPECT_EQ(missing, "'/no/such/file.npy': No such file or directory");
}

/// Whatever the bytes are, there is an array or an error.
TEST(Npy, SurvivesDamage) {
  std::mt19937_64 random(1);
  const std::string good = written<float>("f32", {2, 3}, {1, 2, 3, 4, 5, 6});
  unsigned failures = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string damaged = good;
    for (unsigned count = random() % 4; count > 0; --count)
      damaged[random() % 80] = static_cast<char>(random());
    if (random() % 4 == 0)
      damaged.resize(random() % damaged.size());
    llvm::Expected<NpyHeader> header = parseNpyHeader(damaged);
    if (header)
      EXPECT_LE(header->headerBytes, static_cast<int64_t>(damaged.size()));
    else
      ++failures;
    llvm::consumeError(header.takeError());
  }
  EXPECT_GT(failures, 1000u);
}

TEST(Npy, StoresFloatsRounded) {
  char bytes[8] = {};
  auto bitsOf = [&](llvm::StringRef element, double value) {
    std::memset(bytes, 0, sizeof(bytes));
    storeFloat(element, value, bytes);
    uint64_t bits;
    std::memcpy(&bits, bytes, sizeof(bits));
    return bits;
  };
  EXPECT_EQ(bitsOf("f64", 0.1), 0x3fb999999999999au);
  EXPECT_EQ(bitsOf("f32", 0.1), 0x3dcccccdu);
  EXPECT_EQ(bitsOf("f16", 0.1), 0x2e66u);
  EXPECT_EQ(bitsOf("bf16", 0.1), 0x3dcdu);
  EXPECT_EQ(bitsOf("f8E5M2", 0.1), 0x2eu);
  // 2^-3 is nearer to 0.1 than 2^-4: 127 - 3. No sign, so the magnitude.
  EXPECT_EQ(bitsOf("f8E8M0FNU", 0.1), 0x7cu);
  EXPECT_EQ(bitsOf("f8E8M0FNU", -0.1), 0x7cu);
}
