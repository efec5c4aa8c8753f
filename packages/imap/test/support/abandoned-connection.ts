/** A program that destroys its connection while commands run and wait, and then has nothing more to do. */
import { connect } from '../../src/connection/connect.ts';
import { command, SIGNAL } from './dial.ts';

const port = Number(process.argv[2]);
const connection = await connect({ host: '127.0.0.1', port, security: 'cleartext' }, SIGNAL);
const outcomes = Promise.allSettled([
  connection.run(command('ONE', { budget: { octetsPerSecond: 1 } }), SIGNAL),
  connection.run(command('TWO', { concurrency: 'alone' }), SIGNAL),
]);
setTimeout(() => connection.destroy(), 10);
const names = (await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason.name);
console.log(names.join(' '));
