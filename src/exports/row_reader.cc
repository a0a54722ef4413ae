#include "exports/row_reader.h"

#include <utility>

#include "exports/csv_rows.h"
#include "exports/ion_rows.h"
#include "exports/json_rows.h"

namespace isotherm::exports {

std::unique_ptr<RowReader> make_row_reader(std::unique_ptr<ByteSource> source, RowFormat format) {
  switch (format.format) {
    case ItemFormat::dynamodb_json: return std::make_unique<JsonRows>(std::move(source));
    case ItemFormat::ion: return std::make_unique<IonRows>(std::move(source));
    case ItemFormat::csv: break;
  }
  return std::make_unique<CsvRows>(std::move(source), std::move(format));
}

}  // namespace isotherm::exports
