func.func @"<i>a \"function\"</i> & more"(%x: tensor<4xf32> loc("</script><script>document.title='taken over'</script>")) -> tensor<4xf32> {
  %a = math.exp %x : tensor<4xf32> loc("two\nlines\tand \22quotes\22 <b>bold</b> &amp; \\ \E2\82\AC \F0\9F\92\BE")
  %b = math.sin %a : tensor<4xf32> loc("<!-- <script>")
  %c = math.cos %b : tensor<4xf32> loc("not UTF-8: \FF\FE \00 \1B[31m")
  return %c : tensor<4xf32>
}
