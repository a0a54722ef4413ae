// Prints the primary collation weights that Vitess's unicode_loose vindexes hash, for the file
// src/placement/collation_weights.inc, and with the argument "answers" texts and their weights for
// its test. Run with Debian's golang-golang-x-text-dev:
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run weights.go > collation_weights.inc
//
// The data are facts of the Unicode collation (CLDR 23, Unicode 6.2, under the Unicode licence) in
// the numbering of golang.org/x/text.
//
//	stream  := singles marks pairs
//	singles := count entry*          entry := gap length kind value      runs of code points
//	kind    := 0 no weight | 1 one weight: value + code point, zigzag | 2 value weights, listed
//	marks   := count (gap class)*    pairs := count (first second third count weight*)*
//	All numbers are varints; the stream is written in base64.
package main

import (
	"encoding/base64"
	"fmt"
	"math/rand"
	"os"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

var collator = collate.New(language.English, collate.Loose)
var buffer collate.Buffer
var stream []byte

func key(text string) []byte {
	buffer.Reset()
	return append([]byte(nil), collator.Key(&buffer, []byte(text))...)
}

func weights(text string) []int {
	var out []int
	for k := key(text); len(k) > 0; {
		if k[0]&0x80 != 0 {
			out, k = append(out, int(k[0]&0x7f)<<16|int(k[1])<<8|int(k[2])), k[3:]
		} else {
			out, k = append(out, int(k[0])<<8|int(k[1])), k[2:]
		}
	}
	return out
}

func put(value int) {
	for ; value >= 0x80; value >>= 7 {
		stream = append(stream, byte(value)|0x80)
	}
	stream = append(stream, byte(value))
}

func zigzag(value int) int {
	if value < 0 {
		return -2*value - 1
	}
	return 2 * value
}

func isSkipped(r rune) bool {
	return r >= 0xD800 && r < 0xE000 || r >= 0xAC00 && r <= 0xD7A3 // surrogates; Hangul is computed
}

type run struct {
	first, length int
	kind, value   int
	list          []int
}

func runs() []run {
	var out []run
	for r := rune(0); r < 0x110000; r++ {
		if isSkipped(r) {
			continue
		}
		w := weights(string(r))
		next := run{int(r), 1, 2, len(w), w}
		if len(w) == 0 {
			next = run{int(r), 1, 0, 0, nil}
		} else if len(w) == 1 {
			next = run{int(r), 1, 1, w[0] - int(r), nil}
		}
		if n := len(out) - 1; n >= 0 && out[n].kind == next.kind && next.kind != 2 &&
			out[n].value == next.value && out[n].first+out[n].length == next.first {
			out[n].length++
			continue
		}
		out = append(out, next)
	}
	return out
}

func equal(a, b []byte) bool { return string(a) == string(b) }

// Runes that are written otherwise when a certain other one follows.
func contractions() [][]rune {
	var all, seconds []rune
	for r := rune(0); r < 0x12000; r++ {
		if isSkipped(r) || r >= 0x3400 && r < 0x4dc0 || r >= 0x4e00 && r < 0xa000 || r >= 0xe000 && r < 0xf900 {
			continue
		}
		all = append(all, r)
		if r == 0xb7 || r == 0x387 || r >= 0x300 && r < 0x370 || r >= 0x483 && r < 0x488 ||
			r >= 0x650 && r < 0x660 || r >= 0x900 && r < 0x1100 || r >= 0x1980 && r < 0x1ab0 ||
			r >= 0x1b00 && r < 0x1c00 || r >= 0xaa80 && r < 0xaae0 || r >= 0x11000 && r < 0x11300 {
			seconds = append(seconds, r)
		}
	}
	var out [][]rune
	firsts := map[rune]bool{}
	for _, a := range all {
		for _, b := range seconds {
			if isReordered(a, b) || equal(key(string(a)+string(b)), append(key(string(a)), key(string(b))...)) {
				continue
			}
			out, firsts[a] = append(out, []rune{a, b, 0}), true
		}
	}
	for _, pair := range append([][]rune(nil), out...) {
		for _, c := range seconds {
			if !firsts[pair[0]] || isReordered(pair[1], c) {
				continue
			}
			two := key(string(pair[:2]))
			rest := key(string(c))
			whole := key(string(pair[:2]) + string(c))
			if !equal(whole, append(two, rest...)) && !equal(whole, append(key(string(pair[0])), key(string([]rune{pair[1], c}))...)) {
				out = append(out, []rune{pair[0], pair[1], c})
			}
		}
	}
	return out
}

func isReordered(a, b rune) bool {
	before, after := norm.NFD.PropertiesString(string(a)).TrailCCC(), norm.NFD.PropertiesString(string(b)).LeadCCC()
	return before != 0 && after != 0 && before > after
}

func printStream() {
	all := runs()
	put(len(all))
	end := 0
	for _, r := range all {
		put(r.first - end)
		put(r.length)
		put(r.kind)
		if r.kind == 1 {
			put(zigzag(r.value))
		} else if r.kind == 2 {
			put(r.value)
			for _, w := range r.list {
				put(w)
			}
		}
		end = r.first + r.length
	}
	var marks []rune
	for r := rune(0); r < 0x110000; r++ {
		if !isSkipped(r) && norm.NFD.PropertiesString(string(r)).LeadCCC() != 0 {
			marks = append(marks, r)
		}
	}
	put(len(marks))
	for i, r := range marks {
		before := rune(0)
		if i > 0 {
			before = marks[i-1]
		}
		put(int(r - before))
		put(int(norm.NFD.PropertiesString(string(r)).LeadCCC()))
	}
	pairs := contractions()
	put(len(pairs))
	for _, p := range pairs {
		text := string(p[:2])
		if p[2] != 0 {
			text = string(p)
		}
		w := weights(text)
		for _, value := range append([]int{int(p[0]), int(p[1]), int(p[2]), len(w)}, w...) {
			put(value)
		}
	}
	text := base64.StdEncoding.EncodeToString(stream)
	fmt.Println("// Made by tools/collation/weights.go.")
	for ; len(text) > 96; text = text[96:] {
		fmt.Printf("\"%s\",\n", text[:96])
	}
	fmt.Printf("\"%s\",\n", text)
}

func printAnswers() {
	random := rand.New(rand.NewSource(7))
	blocks := []rune{0x20, 0x41, 0xc0, 0x100, 0x250, 0x370, 0x400, 0x430, 0x530, 0x5d0, 0x620, 0x905,
		0x995, 0xb85, 0xc85, 0xd85, 0xe01, 0xe40, 0xe81, 0xec0, 0xf40, 0x1000, 0x10d0, 0x1100, 0x1e00,
		0x1f00, 0x2000, 0x2460, 0x3041, 0x30a1, 0x3400, 0x4e00, 0xa000, 0xac00, 0xf900, 0xfb00, 0xff01,
		0x1d400, 0x1f600, 0x20000, 0x300}
	for i := 0; i < 150; i++ {
		var text []rune
		for n := 1 + random.Intn(6); n > 0; n-- {
			r := blocks[random.Intn(len(blocks))] + rune(random.Intn(60))
			if r >= 0x300 && r < 0x370 && len(text) == 0 {
				r = 'a'
			}
			text = append(text, r)
		}
		fmt.Printf("    {\"")
		for _, b := range []byte(string(text)) {
			fmt.Printf("\\%03o", b)
		}
		fmt.Printf("\", \"%x\"},\n", key(string(text)))
	}
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "answers" {
		printAnswers()
		return
	}
	printStream()
}
