// dynalite, in memory, on a port that the system chose; prints its address.

import dynalite from 'dynalite';

const server = dynalite({ createTableMs: 0, updateTableMs: 0, deleteTableMs: 0 });
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
