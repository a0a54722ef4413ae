// The table of commands: name, help, examples, and how each is made.

#include <array>

#include "cli/command.h"

namespace isotherm::cli {
namespace {

constexpr std::array rows{
    CommandRow{
        "serve", "a DynamoDB endpoint on this machine",
        "Answers DynamoDB's JSON API on a TCP port, with any credentials, or those of a file\n"
        "(--credentials, in the form of ~/.aws/credentials, several keys). Tables are kept in a\n"
        "folder (./isotherm-data unless --data or --in-memory says otherwise). With --schema, the\n"
        "sharding gateway stands in front of the tables. SIGTERM and SIGINT end it gently; SIGHUP\n"
        "makes it read its schema, credentials and certificate again.",
        "isotherm serve --in-memory\n"
        "isotherm serve --data ./tables --throughput enforce\n"
        "isotherm serve --in-memory --schema isotherm.yaml\n",
        make_serve},
    CommandRow{
        "demo boot-storm", "see a hot partition throttle, and its cure, in one minute",
        "Thousands of users of one channel open an application at once. Shows the same load on a\n"
        "plain index and through a sharding schema, on real servers in this process.",
        "isotherm demo boot-storm\n"
        "isotherm demo boot-storm --json > boot-storm.json\n"
        "isotherm demo boot-storm --keep\n",
        make_boot_storm},
    CommandRow{
        "bench", "measure any DynamoDB endpoint",
        "Sends a mix of operations, as fast as the connections allow (closed loop) or at a given\n"
        "--rate (open loop: latency counts from the moment a request was due). The result goes to\n"
        "stdout, progress to stderr. The table is made, filled and dropped, unless it exists.",
        "isotherm bench --endpoint http://127.0.0.1:8000 --mix get=50,put=50\n"
        "isotherm bench --workload a --rate 5000 --connections 64\n"
        "isotherm bench --mix put --distribution hot --hot-share 0.9 --json\n",
        make_bench},
    CommandRow{
        "explain", "the physical requests behind a request, and their cost",
        "Tells what the gateway would do with a request under a schema, without doing it. The\n"
        "request comes as options (query) or as its JSON (--request, any operation on items).",
        "isotherm explain query --schema isotherm.yaml --table User --index member \\\n"
        "    --key 'channelId=big' --key 'memberId=m-17'\n"
        "isotherm explain PutItem --schema isotherm.yaml --table-key id --request put.json\n",
        make_explain},
    CommandRow{
        "schema check", "every problem of a sharding schema, with its line",
        "Reads the schema as the gateway does. With --data or --upstream holds it against live "
        "tables:\n"
        "keys, projections, and a sample of the stored shard keys. Changes nothing. Exit code 3\n"
        "when there is a problem.",
        "isotherm schema check isotherm.yaml\n"
        "isotherm schema check isotherm.yaml --data ./isotherm-data\n"
        "isotherm schema check isotherm.yaml --upstream https://dynamodb.eu-west-1.amazonaws.com\n"
        "isotherm schema check isotherm.yaml -o json\n",
        make_schema_check},
    CommandRow{
        "schema diff", "which changes of a schema need a migration",
        "Compares two schemas rule by rule. Harmless changes can be reloaded (SIGHUP) over live\n"
        "data; the others leave entries where the new rules do not look. Exit code 3 when one of\n"
        "them needs a migration.",
        "isotherm schema diff isotherm.yaml new.yaml\n"
        "git show HEAD:isotherm.yaml | isotherm schema diff /dev/stdin isotherm.yaml\n",
        make_schema_diff},
    CommandRow{
        "index audit", "items that the gateway did not write, found and repaired",
        "Looks through the tables of a schema for items whose shard attribute is missing, wrong "
        "or\n"
        "superfluous, and shows some of each. --repair puts it right, and never overwrites a "
        "change\n"
        "that somebody makes meanwhile. Exit code 3 when there is one left. Run it twice: the "
        "second\n"
        "time nothing is found.",
        "isotherm index audit --data ./isotherm-data --schema isotherm.yaml\n"
        "isotherm index audit --data ./isotherm-data --schema isotherm.yaml --repair --rate 500\n"
        "isotherm index audit --data ./isotherm-data --schema isotherm.yaml --table User -o json\n",
        make_index_audit},
    CommandRow{"key shard", "the shard key of inputs",
               "Computes where a key lies, as the gateway and every library do.",
               "isotherm key shard --base channel-A --input user-1 --shards 16\n"
               "isotherm key shard --base channel-A --shards 16 --all\n"
               "isotherm key shard --base c --input user-7f --strategy id-suffix\n"
               "printf 'channel-A\\tuser-1\\n' | isotherm key shard --stdin\n",
               make_key_shard},
    CommandRow{
        "key parse", "a shard key's base and shard",
        "Takes shard keys apart, wherever else the separator occurs in them. Exit code 3 when "
        "one\nis no key of the format.",
        "isotherm key parse a-b-c-3 --shards 16\n"
        "isotherm key parse 'CandidateA#10' --shards 10 --separator '#' --digits decimal \\\n"
        "    --first 1\n",
        make_key_parse},
    CommandRow{"key growth", "which shards feed which when their number changes",
               "For strategies that take a remainder: hash, and id-suffix with a number of shards.",
               "isotherm key growth --from 16 --to 32\n"
               "isotherm key growth --from 10 --to 16 --json\n",
               make_key_growth},
    CommandRow{
        "id new", "new ids: snowflakes, UUIDs, spread counters",
        "Ids are text in JSON: a double does not hold 64 bits. A snowflake needs the number of "
        "its\nworker, which no other process has: given, or leased in a folder of tables (--data) "
        "and\nreturned in the end.",
        "isotherm id new --worker 7 -n 3\n"
        "isotherm id new --data ./isotherm-data --pool orders\n"
        "isotherm id new --kind uuid7\n"
        "isotherm id new --kind hash-prefixed --from 100 -n 5 -o json\n",
        make_id_new},
    CommandRow{"id parse", "what an id says: time, worker, sequence", "",
               "isotherm id parse 1541815603606036480 --layout twitter\n"
               "isotherm id new --kind uuid7 -n 3 | isotherm id parse -o ndjson\n",
               make_id_parse},
    CommandRow{
        "id range", "the lowest and highest id of a time range",
        "For a condition on a key: every id of the time lies between the two, both included.",
        "isotherm id range --from 2026-11-30 --to 2026-12-01\n"
        "isotherm id range --kind uuid7 --from 2026-11-30T21:30:00Z -o json\n",
        make_id_range},
    CommandRow{
        "id worker", "who holds which worker id",
        "Lists the leases of a pool: a worker id that is returned, or that ended longer ago than\n"
        "clocks may differ, is taken by the next who asks.",
        "isotherm id worker --data ./isotherm-data --pool orders\n"
        "isotherm id worker --data ./isotherm-data -o json\n",
        make_id_worker},
    CommandRow{
        "vectors", "the published answers, to check another implementation with",
        "Prints questions and answers about shard keys, hashes and ids as JSON. --check "
        "compares an\nimplementation's answers, and tells which look-alike it has (exit code "
        "3).",
        "isotherm vectors > vectors.json\n"
        "isotherm vectors --check answers.json\n",
        make_vectors},
    CommandRow{
        "place", "which node or shard owns a key, by any scheme",
        "Schemes of its own (ring, jump, rendezvous, maglev, modulo, bounded, range, directory) "
        "and\n"
        "to the bit those of Redis Cluster, Vitess, MongoDB, Cassandra and ScyllaDB, ketama. Keys\n"
        "come as arguments, from a file or from stdin, one a line. What a scheme leaves undefined "
        "is\n"
        "refused. The rules are in docs/placement.md.",
        "isotherm place --scheme ring --nodes a:256,b:128,c:512 user-1 user-2\n"
        "isotherm place --scheme redis-cluster --file nodes.txt --explain '{user-1}:cart'\n"
        "isotherm place --scheme vitess --vindex hash --shards -80,80- --keys-as typed N:1\n"
        "isotherm place --scheme jump --nodes a,b,c -o ndjson < keys.txt\n",
        make_place},
    CommandRow{
        "place diff", "what moves between two placements",
        "Tells the share of the keys that moves, for each node, and how near that is to the\n"
        "least that must. Exact where both place by ranges, else measured.",
        "isotherm place diff --scheme ring --from a,b,c --to a,b,c,d\n"
        "isotherm place diff --from 'modulo a,b' --to 'jump a,b'\n"
        "isotherm place diff --scheme redis-cluster --from before.txt --to after.txt "
        "--ranges\n",
        make_place_diff},
    CommandRow{
        "place balance", "how evenly keys lie on the nodes",
        "A histogram of the nodes, max/mean and the standard deviation, beside what chance\n"
        "alone would give.",
        "isotherm place balance --scheme maglev --nodes a,b,c --keys keys.txt\n"
        "isotherm place balance --nodes a:160,b:320 --keys - --max-over-mean 1.3 < keys.txt\n",
        make_place_balance},
    CommandRow{"place rebalance", "which slots of a Redis Cluster to move",
               "The plan of redis-cli --cluster rebalance, without a cluster at hand.",
               "isotherm place rebalance --file <(redis-cli -p 7000 cluster nodes)\n"
               "isotherm place rebalance --file nodes.txt --weight 127.0.0.1:7002=2\n",
               make_place_rebalance},
    CommandRow{"completion", "completion for bash, zsh or fish",
               "Prints a script for the shell that is named.",
               "source <(isotherm completion bash)\n"
               "isotherm completion fish > ~/.config/fish/completions/isotherm.fish\n",
               make_completion},
    CommandRow{"version", "the program's version", "", "isotherm version --json\n", make_version},
};

}  // namespace

std::span<const CommandRow> commands() { return rows; }

std::string_view version() { return ISOTHERM_VERSION; }

}  // namespace isotherm::cli
