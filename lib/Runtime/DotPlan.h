//===- DotPlan.h - A dot_general that is ready to run -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_DOTPLAN_H
#define REMAT_LIB_RUNTIME_DOTPLAN_H

#include "DotShape.h"
#include "MatrixProduct.h"
#include "Primitive.h"
#include "ScratchLayout.h"
#include "StridedCopy.h"
#include <memory>

struct rematrt_context;

namespace rematrt {

/// How a dot_general is computed: operands that need it are packed into the scratch, then a matrix
/// product runs for each iteration of outer loops and each piece of its rows or columns, then the
/// result is converted if its type is not the one computed in.
class DotPlan {
public:
  /// Null, and a message, if the runtime has no way to compute `shape`.
  static std::unique_ptr<DotPlan> create(const DotShape &shape, std::string &error);

  const ScratchLayout &scratch() const { return layout; }
  /// Tasks that can run at the same time.
  int64_t taskCount() const { return (itemCount + itemsPerTask - 1) / itemsPerTask * pieceCount; }

  /// Generates the library's code; once, before `run`.
  dnnl_status_t prepare();
  dnnl_status_t run(rematrt_context &context, const void *lhs, const void *rhs, void *result,
                    void *scratch, int64_t workers) const;

private:
  /// An operand as the products read it: in place, or packed at an offset of the scratch.
  struct Packing {
    std::optional<StridedCopy> copy;
    int64_t elements = 0;
    int64_t offset = 0;
  };

  bool choosePlan(DotShape shape, int64_t type);
  void pack(bool isLhs, DotShape &shape);
  void splitWork();
  bool createProducts();
  std::unique_ptr<Primitive> createPrimitive(int64_t m, int64_t n) const;
  const void *packed(const Packing &packing, const void *operand, char *scratch,
                     int64_t workers) const;
  dnnl_status_t runTask(dnnl_stream_t stream, const char *lhs, const char *rhs, char *result,
                        char *workerScratch, int64_t task) const;

  /// What products read and write, and what the caller gets.
  int64_t computeType = 0, productType = 0, resultType = 0;
  int64_t computeBytes = 0;
  Packing lhsPacking, rhsPacking, resultConversion;
  int64_t resultElements = 0;

  std::vector<DotLoop> outer;
  DotLoop rows = {}, columns = {}, contracting = {};
  int64_t itemCount = 1, itemsPerTask = 1;
  bool splitsRows = true;
  int64_t pieceCount = 1, pieceSize = 0;

  /// Library products for full pieces and for the last one; or our own code.
  std::unique_ptr<Primitive> fullPiece, lastPiece;
  MatrixProduct ownProduct = nullptr;
  int64_t primitiveScratchOffset = 0;
  ScratchLayout layout;
};

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_DOTPLAN_H
