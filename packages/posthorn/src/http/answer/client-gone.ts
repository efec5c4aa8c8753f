/** Why work for a request ends when its client has left. */

/** The reason of the signal when the client has disconnected. */
export class ClientGone extends Error {
  constructor() {
    super('The client closed the connection.');
    this.name = 'ClientGone';
  }
}
