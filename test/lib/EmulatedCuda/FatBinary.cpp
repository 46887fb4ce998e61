//===- FatBinary.cpp - What a fat binary says of its kernels --------------===//
#include "FatBinary.h"
#include "remat/Conversion/HostKernels.h"
#include <elf.h>

using mlir::remat::FatBinaryHeader;

static constexpr uint32_t fatMagic = 0xba55ed50;

namespace {
/// Before each image. The content follows after `headerBytes`.
struct ImageHeader {
  uint16_t kind;
  uint16_t attributes;
  uint32_t headerBytes;
  uint64_t contentBytes;
  uint32_t compressedBytes;
  uint32_t options;
  uint16_t minorVersion;
  uint16_t majorVersion;
  uint32_t chip;
};
} // namespace

static constexpr uint16_t ptxKind = 1, machineCodeKind = 2;

std::vector<FatBinaryImage> readFatBinaryImages(const void *fatBinary) {
  FatBinaryHeader header;
  std::memcpy(&header, fatBinary, sizeof(header));
  if (header.magic != fatMagic)
    return {};
  const char *at = static_cast<const char *>(fatBinary) + header.headerBytes;
  const char *end = at + header.contentBytes;
  std::vector<FatBinaryImage> images;
  while (at + sizeof(ImageHeader) <= end) {
    ImageHeader image;
    std::memcpy(&image, at, sizeof(image));
    if (image.kind != ptxKind && image.kind != machineCodeKind)
      return {};
    images.push_back({image.kind == ptxKind, static_cast<int>(image.chip)});
    at += image.headerBytes + image.contentBytes;
  }
  return images;
}

// Records of the sections `.nv.info.KERNEL`: a format, an attribute, and 16 bits that are the value
// or, in the last format, the size of what follows.
static constexpr uint8_t sizedFormat = 4;
static constexpr uint8_t parameterInfo = 0x17, parameterInfo2 = 0x45;
static constexpr char sectionPrefix[] = ".nv.info.";

static int countParameters(const char *section, uint64_t bytes) {
  int count = 0;
  for (uint64_t at = 0; at + 4 <= bytes;) {
    uint8_t format = section[at], attribute = section[at + 1];
    uint16_t size;
    std::memcpy(&size, section + at + 2, sizeof(size));
    count += attribute == parameterInfo || attribute == parameterInfo2;
    at += format == sizedFormat ? 4 + size : 4;
  }
  return count;
}

std::map<std::string, int> readKernelParameters(const void *fatBinary) {
  FatBinaryHeader header;
  std::memcpy(&header, fatBinary, sizeof(header));
  if (header.magic != fatMagic)
    return {};
  const char *begin = static_cast<const char *>(fatBinary) + header.headerBytes;
  const char *end = begin + header.contentBytes;
  const char *elf = begin;
  while (elf + sizeof(Elf64_Ehdr) <= end && std::memcmp(elf, ELFMAG, SELFMAG) != 0)
    ++elf;
  if (elf + sizeof(Elf64_Ehdr) > end)
    return {};
  Elf64_Ehdr file;
  std::memcpy(&file, elf, sizeof(file));
  auto section = [&](int number) {
    Elf64_Shdr header;
    std::memcpy(&header, elf + file.e_shoff + number * file.e_shentsize, sizeof(header));
    return header;
  };
  const char *names = elf + section(file.e_shstrndx).sh_offset;
  std::map<std::string, int> kernels;
  for (int number = 0; number < file.e_shnum; ++number) {
    Elf64_Shdr header = section(number);
    std::string name = names + header.sh_name;
    if (name.starts_with(sectionPrefix))
      kernels[name.substr(sizeof(sectionPrefix) - 1)] =
          countParameters(elf + header.sh_offset, header.sh_size);
  }
  return kernels;
}
