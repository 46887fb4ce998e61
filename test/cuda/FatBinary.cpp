//===- FatBinary.cpp - What a fat binary says of its kernels --------------===//
#include "FatBinary.h"
#include <cstdint>
#include <cstring>
#include <elf.h>

namespace {
struct FatHeader {
  uint32_t magic;
  uint16_t version;
  uint16_t headerBytes;
  uint64_t bytes;
};
} // namespace

static constexpr uint32_t fatMagic = 0xba55ed50;
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
  FatHeader header;
  std::memcpy(&header, fatBinary, sizeof(header));
  if (header.magic != fatMagic)
    return {};
  const char *begin = static_cast<const char *>(fatBinary) + header.headerBytes;
  const char *end = begin + header.bytes;
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
