#include "exports/row_reader.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include "exports/export_line.h"
#include "exports/ion_text.h"
#include "exports/random_item.h"
#include "model/item_json.h"

namespace isotherm::exports {
namespace {

std::string gzipped(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string compressed(const std::string& text, Compression compression) {
  if (compression == Compression::none) return text;
  // In two parts, as tools that append to a file make it.
  const std::string first = text.substr(0, text.size() / 2);
  const std::string second = text.substr(text.size() / 2);
  if (compression == Compression::gzip) return gzipped(first) + gzipped(second);
  const auto zstd = [](const std::string& part) {
    std::string out(ZSTD_compressBound(part.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), part.data(), part.size(), 3));
    return out;
  };
  return zstd(first) + zstd(second);
}

/// Items, or "!problem", and at last "end" or "stopped: problem".
std::vector<std::string> read_all(std::string bytes, RowFormat format,
                                  Compression compression = Compression::none) {
  const auto reader =
      make_row_reader(bytes_in_memory(std::move(bytes), compression), std::move(format));
  std::vector<std::string> rows;
  while (true) {
    Result<std::optional<Row>> row = reader->next();
    if (!row.ok()) return rows.push_back("stopped: " + row.error().message()), rows;
    if (!*row) return rows.push_back("end"), rows;
    std::string text;
    if ((*row)->problem.empty()) {
      append_item((*row)->item, text);
    } else {
      text = "!" + (*row)->problem;
    }
    rows.push_back(text);
  }
}

using Rows = std::vector<std::string>;

TEST(RowReader, ReadsWhatIsWrittenInEveryFormAndCompression) {
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomItems random(seed);
  for (const ItemFormat format : {ItemFormat::dynamodb_json, ItemFormat::ion}) {
    for (const Compression compression :
         {Compression::none, Compression::gzip, Compression::zstd}) {
      std::string text;
      Rows expected;
      for (int i = 0; i < 300; ++i) {
        const Item item = random.item();
        append_item_line(item, format, text);
        append_item(item, expected.emplace_back());
      }
      expected.push_back("end");
      ASSERT_EQ(read_all(compressed(text, compression), {.format = format}, compression), expected);
    }
  }
}

TEST(RowReader, SaysThatTheDataAreNotCompressedAsTheyShouldBe) {
  const std::string text = "{\"Item\":{\"a\":{\"S\":\"b\"}}}\n";
  EXPECT_EQ(read_all(text, {}, Compression::gzip),
            Rows{"stopped: the data is not in gzip format, or damaged"});
  EXPECT_EQ(read_all(text, {}, Compression::zstd),
            Rows{"stopped: the data is not in zstd format, or damaged"});
  const std::string whole = gzipped(text);
  EXPECT_EQ(read_all(whole.substr(0, whole.size() - 3), {}, Compression::gzip),
            (Rows{R"({"a":{"S":"b"}})", "stopped: the gzip data ends in the middle"}));
  EXPECT_EQ(read_all("", {}, Compression::gzip), Rows{"end"});
  EXPECT_EQ(read_all("", {}, Compression::zstd), Rows{"end"});
}

TEST(JsonRows, GoOnBehindALineThatIsNoItem) {
  EXPECT_EQ(read_all("\n{\"Item\":{\"a\":{\"N\":\"1.0\"}}}\r\n{\"a\":1}\nno\n"
                     "{\"Item\":{\"a\":{\"N\":\"x\"}}}\n{\"Item\":{\"a\":{\"SS\":[\"b\",\"b\"]}}}\n"
                     "{\"Item\":{\"a\":{}}}\n{\"Item\":{\"a\":{\"S\":\"b\",\"N\":\"1\"}}}\n"
                     "{\"Item\":{\"last\":{\"L\":[]}}}",
                     {}),
            (Rows{R"({"a":{"N":"1"}})", "!the line has no member Item", "!the line is not JSON",
                  "!The parameter cannot be converted to a numeric value: x",
                  "!Input collection contains duplicates",
                  "!Supplied AttributeValue is empty, must contain exactly one of the supported "
                  "datatypes",
                  "!Supplied AttributeValue has more than one datatypes set, must contain exactly "
                  "one of the supported datatypes",
                  R"({"last":{"L":[]}})", "end"}));
}

TEST(JsonRows, TakeNoDeeperItemThanTheServiceDoes) {
  const auto line = [](int depth) {
    std::string text = "{\"Item\":{\"a\":";
    for (int i = 0; i < depth; ++i) text += "{\"L\":[";
    for (int i = 0; i < depth; ++i) text += "]}";
    return text + "}}";
  };
  EXPECT_EQ(read_all(line(31), {}).size(), 2u);
  EXPECT_TRUE(read_all(line(31), {})[0].starts_with('{'));
  EXPECT_TRUE(read_all(line(32), {})[0].starts_with("!Nesting Levels"));
}

TEST(IonRows, AreTheGuidesExample) {
  const std::string text = R"($ion_1_0
[ { Item:{ Authors:$dynamodb_SS::["Author1","Author2"], Id:103., InPublication:false,
    PageCount:6d2, Price:2d3, ISBN:"333-3333333333" } },
  { Item:{ Id:104., Nothing: null, Bytes: {{ AAEC }}, 'odd name': [1, "two", {three: 3}] } }, ]
)";
  EXPECT_EQ(
      read_all(text, {.format = ItemFormat::ion}),
      (Rows{
          R"({"Authors":{"SS":["Author1","Author2"]},"ISBN":{"S":"333-3333333333"},"Id":{"N":"103"},)"
          R"("InPublication":{"BOOL":false},"PageCount":{"N":"600"},"Price":{"N":"2000"}})",
          R"({"Bytes":{"B":"AAEC"},"Id":{"N":"104"},"Nothing":{"NULL":true},)"
          R"("odd name":{"L":[{"N":"1"},{"S":"two"},{"M":{"three":{"N":"3"}}}]}})",
          "end"}));
}

TEST(IonRows, ReadTheRestOfTheLanguageToo) {
  EXPECT_EQ(read_all(R"(// a comment with a { in it
{"Item": /* } */ {a: 0x1F, b: 0b101, c: 1_000, d: -1.5d-3, e: '''long
''' 'string'''', f: "\x41\u00e9\U0001F600\n"}} $ion_1_0 {Item:{g: null.string, h: a::b::"c"}})",
                     {.format = ItemFormat::ion})
                .back(),
            "stopped: the Ion text is malformed: a row has no end");
  EXPECT_EQ(read_all(R"({"Item": /* } */ {a: 0x1F, b: 0b101, c: 1_000, d: -1.5d-3, e: '''lo'''
'''ng''', f: "\x41\n"}} $ion_1_0 // {
{Item:{g: null.string, h: a::b::"c"}})",
                     {.format = ItemFormat::ion}),
            (Rows{R"({"a":{"N":"31"},"b":{"N":"5"},"c":{"N":"1000"},"d":{"N":"-0.0015"},)"
                  R"("e":{"S":"long"},"f":{"S":"A\n"}})",
                  R"({"g":{"NULL":true},"h":{"S":"c"}})", "end"}));
}

TEST(IonRows, RefuseWhatDynamoDbHasNoTypeFor) {
  for (const std::string value :
       {"1e3", "2020-01-01T", "symbol", "'symbol'", "{{\"clob\"}}", "$dynamodb_SS::[1]",
        "$dynamodb_XS::[1]", "$dynamodb_NS::[]", "(a b)", "nan", "+inf", "{{ A }}"}) {
    const Rows rows = read_all("{Item:{a:" + value + "}}", {.format = ItemFormat::ion});
    EXPECT_TRUE(rows[0].starts_with('!') || rows[0].starts_with("stopped")) << value << rows[0];
  }
}

TEST(IonText, WritesNumbersAsTheServiceDoes) {
  const auto text = [](const char* number) {
    std::string out;
    append_ion(AttributeValue(*Number::parse(number)), out);
    return out;
  };
  EXPECT_EQ(text("103"), "103.");
  EXPECT_EQ(text("600"), "6d2");
  EXPECT_EQ(text("2000"), "2d3");
  EXPECT_EQ(text("0"), "0.");
  EXPECT_EQ(text("-1.50"), "-1.5");
  EXPECT_EQ(text("1e-130"), "1d-130");
  EXPECT_EQ(text("-9.9e125"), "-99d124");
}

RowFormat csv(char delimiter = ',', std::optional<std::vector<std::string>> header = {}) {
  RowFormat format{.format = ItemFormat::csv, .csv = {delimiter, std::move(header)}};
  format.key_types = {{"pk", KeyType::S}, {"n", KeyType::N}, {"b", KeyType::B}};
  return format;
}

TEST(CsvRows, HaveTypesOfKeysAndStringsElsewhere) {
  EXPECT_EQ(
      read_all("\xEF\xBB\xBFpk,n,b,other,more\r\na,1.0,AAE=,2,\r\n\r\nb,,,\"x,\ny\"\"z\",1", csv()),
      (Rows{R"({"b":{"B":"AAE="},"n":{"N":"1"},"other":{"S":"2"},"pk":{"S":"a"}})",
            R"({"more":{"S":"1"},"other":{"S":"x,\ny\"z"},"pk":{"S":"b"}})", "end"}));
}

TEST(CsvRows, TakeTheirNamesFromTheRequest) {
  EXPECT_EQ(read_all("a|b\n", csv('|', {{"pk", "x"}})),
            (Rows{R"({"pk":{"S":"a"},"x":{"S":"b"}})", "end"}));
  EXPECT_EQ(read_all("a\tb\n", csv('\t', {{"pk", "x"}})),
            (Rows{R"({"pk":{"S":"a"},"x":{"S":"b"}})", "end"}));
}

TEST(CsvRows, GoOnBehindARowThatIsNone) {
  EXPECT_EQ(
      read_all("pk,n\na\nb,x\n123,Women's Full \"Length\" Dress\n\"c\"d,1\ne,2\n\"f,3", csv()),
      (Rows{"!the row has 1 columns, the header 2",
            "!The parameter cannot be converted to a numeric value: x",
            "!a quote in a field that does not begin with one", "!text behind a quoted field",
            R"({"n":{"N":"2"},"pk":{"S":"e"}})", "!a quoted field has no end", "end"}));
}

TEST(CsvRows, StopAtAHeaderThatIsNone) {
  EXPECT_EQ(read_all("pk,pk\na,b\n", csv()), Rows{"stopped: the header has a column twice: pk"});
  EXPECT_EQ(read_all("pk,\na,b\n", csv()), Rows{"stopped: the header has a name that is none"});
  EXPECT_EQ(read_all("", csv()), Rows{"end"});
}

}  // namespace
}  // namespace isotherm::exports
