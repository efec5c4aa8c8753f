/** The part of ra-jsonapi-client that the tests use; the package has no types of its own. */
declare module 'ra-jsonapi-client' {
  interface Row {
    readonly id: string;
    readonly subject?: string;
  }

  /** Data of one row, or of several. */
  type Result<Kind extends string> = Kind extends 'GET_LIST' | 'GET_MANY' | 'GET_MANY_REFERENCE'
    ? { readonly data: readonly Row[]; readonly total?: number }
    : { readonly data: Row };

  export type Provider = <Kind extends string>(
    type: Kind,
    resource: string,
    parameters: object,
  ) => Promise<Result<Kind>>;

  /** A CommonJS module, whose default export is a member. */
  const module: { readonly default: (apiUrl: string, settings?: object) => Provider };
  export default module;
}
