func.func @"<i>a \"function\"</i> & more"(%x: tensor<4xf32> loc("</script><script>document.title='taken over'</script>")) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %a = math.exp %x : tensor<4xf32> loc("two\nlines\tand \22quotes\22 <b>bold</b> &amp; \\ \E2\82\AC \F0\9F\92\BE")
  %b = math.sin %a : tensor<4xf32> loc("<!-- <script>")
  %c = math.cos %b : tensor<4xf32> loc("not UTF-8: \FF\FE \00 \1B[31m, \C2\9B31m, \E2\80\AEturned\E2\80\AC, \E2\81\A7 \E2\80\A8 \D8\9C, \D7\A9\D7\9C\D7\95\D7\9D \C2\A0")
  %d = math.tan %c : tensor<4xf32> loc("OneLongNameWithoutAnyPlaceToBreakItOneLongNameWithoutAnyPlaceToBreakItOneLongNameWithoutAnyPlaceToBreakItOneLongNameWithoutAnyPlaceToBreakItOneLongNameWithoutAnyPlaceToBreakItOneLongNameWithoutAnyPlaceToBreakItOneLongNameWithoutAnyPlaceToBreakItOneLongNameWithoutAnyPlaceToBreakIt")
  return %a, %b, %c, %d : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
