# Of two folders of results of f32 (out_000.npy, …) as numbers, one per line and the first folder first, the largest difference relative to the
# largest magnitude; "over" where it is more than `limit`. `count`: numbers in a folder.
NR <= count { first[NR] = $1; magnitude = $1 < 0 ? -$1 : $1; if (magnitude > most) most = magnitude; next }
{ difference = $1 - first[NR - count]; if (difference < 0) difference = -difference; if (!(difference <= worst)) worst = difference }
END {
  if (NR != 2 * count || most == 0) print "no numbers"
  else print (worst <= limit * most && worst > 0 ? "within" : "over"), worst / most
}
