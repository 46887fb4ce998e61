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
    const char *content = at + image.headerBytes;
    at = content + image.contentBytes;
    images.push_back({image.kind == ptxKind, static_cast<int>(image.chip), content, at});
  }
  return images;
}

bool canRun(const FatBinaryImage &image, int chip) {
  bool isOldEnough = image.chip <= chip;
  return isOldEnough && (image.isPtx || image.chip / 10 == chip / 10);
}

// Records of the sections `.nv.info` and `.nv.info.KERNEL`: a format, an attribute, and 16 bits
// that are the value or, in the last format, the size of what follows.
static constexpr uint8_t sizedFormat = 4;
static constexpr uint8_t parameterInfo = 0x17, parameterInfo2 = 0x45, registerCount = 0x2f;
static constexpr char infoSection[] = ".nv.info", kernelInfoPrefix[] = ".nv.info.";

namespace {

/// The parts of machine code that are read here.
class MachineCode {
public:
  explicit MachineCode(const FatBinaryImage &image) : elf(image.begin) {
    while (elf + sizeof(Elf64_Ehdr) <= image.end && std::memcmp(elf, ELFMAG, SELFMAG) != 0)
      ++elf;
    if (elf + sizeof(Elf64_Ehdr) > image.end)
      return;
    std::memcpy(&file, elf, sizeof(file));
  }
  std::map<std::string, DeviceKernel> kernels() const;

private:
  Elf64_Shdr section(int number) const {
    Elf64_Shdr header;
    std::memcpy(&header, elf + file.e_shoff + number * file.e_shentsize, sizeof(header));
    return header;
  }
  /// Of a symbol, by its number in the table that a section links to.
  std::string symbolName(int table, uint32_t number) const {
    Elf64_Shdr symbols = section(table);
    Elf64_Sym symbol;
    std::memcpy(&symbol, elf + symbols.sh_offset + number * sizeof(symbol), sizeof(symbol));
    return elf + section(static_cast<int>(symbols.sh_link)).sh_offset + symbol.st_name;
  }
  /// Calls `read(attribute, content)` for each record.
  template <typename Function>
  void forEachRecord(const Elf64_Shdr &header, const Function &read) const {
    const char *begin = elf + header.sh_offset;
    for (uint64_t at = 0; at + 4 <= header.sh_size;) {
      uint8_t format = begin[at], attribute = begin[at + 1];
      uint16_t size;
      std::memcpy(&size, begin + at + 2, sizeof(size));
      read(attribute, begin + at + 4);
      at += format == sizedFormat ? 4 + size : 4;
    }
  }

  const char *elf;
  Elf64_Ehdr file = {};
};

} // namespace

std::map<std::string, DeviceKernel> MachineCode::kernels() const {
  std::map<std::string, DeviceKernel> known;
  if (file.e_shnum == 0)
    return known;
  const char *names = elf + section(file.e_shstrndx).sh_offset;
  for (int number = 0; number < file.e_shnum; ++number) {
    Elf64_Shdr header = section(number);
    std::string name = names + header.sh_name;
    if (name == infoSection)
      forEachRecord(header, [&](uint8_t attribute, const char *content) {
        // The kernel's symbol, then the number.
        uint32_t numbers[2];
        if (attribute != registerCount)
          return;
        std::memcpy(numbers, content, sizeof(numbers));
        known[symbolName(static_cast<int>(header.sh_link), numbers[0])].registers =
            static_cast<int>(numbers[1]);
      });
    else if (name.starts_with(kernelInfoPrefix))
      forEachRecord(header, [&, kernel = &known[name.substr(sizeof(kernelInfoPrefix) - 1)]](
                                uint8_t attribute, const char *) {
        kernel->parameters += attribute == parameterInfo || attribute == parameterInfo2;
      });
  }
  return known;
}

std::map<std::string, DeviceKernel> readDeviceKernels(const void *fatBinary, int chip) {
  const FatBinaryImage *chosen = nullptr;
  std::vector<FatBinaryImage> images = readFatBinaryImages(fatBinary);
  for (const FatBinaryImage &image : images)
    if (!image.isPtx &&
        (!chosen || (canRun(image, chip) && (!canRun(*chosen, chip) || chosen->chip < image.chip))))
      chosen = &image;
  if (!chosen)
    return {};
  std::map<std::string, DeviceKernel> kernels = MachineCode(*chosen).kernels();
  if (!canRun(*chosen, chip))
    for (auto &[name, kernel] : kernels)
      kernel.registers = 0;
  return kernels;
}
