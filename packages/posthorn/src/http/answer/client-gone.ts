/** Why work for a request ends when its client has left. */

/** The reason of the signal when nobody waits for the answer any more. */
export class ClientGone extends Error {
  constructor() {
    super('The client closed the connection.');
    this.name = 'ClientGone';
  }
}
