/** The part of devour-client that the tests use; the package has no types of its own. */
declare module 'devour-client' {
  interface Options {
    readonly apiUrl: string;
    readonly auth?: { readonly username: string; readonly password: string };
    readonly logger?: boolean;
    /** False: types are as they are. */
    readonly pluralize?: false;
    /** Makes of an error object what a refused promise tells; default its title and detail. */
    readonly errorBuilder?: (error: object) => object;
  }

  /** To one or to many resources of the type. */
  interface Relationship {
    readonly jsonApi: 'hasOne' | 'hasMany';
    readonly type: string;
  }

  interface Answer {
    readonly data: unknown;
    readonly meta: unknown;
    readonly links: unknown;
  }

  /** A client; `one` and `all` lengthen the path of the next request. */
  export default class JsonApi {
    constructor(options: Options);
    headers: Record<string, string>;
    define(
      type: string,
      attributes: Readonly<Record<string, '' | Relationship>>,
      options?: { readonly collectionPath?: string; readonly type?: string },
    ): void;
    one(type: string, id: string): this;
    all(type: string): this;
    get(parameters?: object): Promise<Answer>;
    post(resource: object): Promise<Answer>;
    find(type: string, id: string): Promise<Answer>;
    findAll(type: string, parameters: object): Promise<Answer>;
    create(type: string, resource: object): Promise<Answer>;
    update(type: string, resource: object): Promise<Answer>;
    destroy(type: string, id: string): Promise<Answer>;
  }
}
