/** The shapes of the API, for openapi-fetch. Written by `npm run docs` from docs/openapi/v1.json. */

export interface V1Schemas {
  MailAccount: {
    type: 'MailAccount';
    id: string;
    attributes: {
      name?: string;
      from?: V1Schemas['MailAddress'];
      replyTo?: V1Schemas['MailAddress'];
      inbox_type?: 'IMAP';
      inbox_address?: string;
      inbox_port?: number;
      inbox_ssl?: boolean;
      outbox_address?: string | null;
      outbox_port?: number | null;
      outbox_secure?: 'ssl' | 'tls' | 'starttls' | null;
      subscriptions?: string[];
      inbox_user?: string;
      outbox_user?: string | null;
    };
    relationships?: {
      MailFolders?: V1Schemas['Relationship'];
      MessageItems?: V1Schemas['Relationship'];
    };
    links?: {
      self: string;
    };
  };
  MailFolder: {
    type: 'MailFolder';
    id: string;
    attributes: {
      name?: string;
      path?: string;
      folderType?: 'INBOX' | 'DRAFT' | 'SENT' | 'JUNK' | 'TRASH' | 'FOLDER';
      unreadMessages?: number | null;
      totalMessages?: number | null;
      uidNext?: number | null;
      uidValidity?: number | null;
      subscribed?: boolean;
    };
    relationships?: {
      MailAccount?: V1Schemas['Relationship'];
      parent?: V1Schemas['Relationship'];
      children?: V1Schemas['Relationship'];
      MessageItems?: V1Schemas['Relationship'];
    };
    links?: {
      self: string;
    };
    meta?: {
      change?: 'created' | 'updated';
      fields?: string[];
    };
  };
  MessageItem: {
    type: 'MessageItem';
    id: string;
    attributes: {
      from?: {
        address: string;
        name: string;
      } | null;
      to?: V1Schemas['MailAddress'][];
      subject?: string;
      date?: string | null;
      seen?: boolean;
      answered?: boolean;
      draft?: boolean;
      flagged?: boolean;
      recent?: boolean;
      references?: string[];
      messageId?: string | null;
      size?: number;
      hasAttachments?: boolean;
      uid?: number;
      cc?: V1Schemas['MailAddress'][];
      bcc?: V1Schemas['MailAddress'][];
      replyTo?: {
        address: string;
        name: string;
      } | null;
      fromAddresses?: V1Schemas['MailAddress'][];
      replyToAddresses?: V1Schemas['MailAddress'][];
      previewText?: string;
      inReplyTo?: string[];
      keywords?: string[];
      internalDate?: string | null;
      listUnsubscribe?: {
        https: string[];
        mailto: string[];
        oneClick: boolean;
      } | null;
      headers?: {
        name: string;
        value: string;
      }[];
    };
    relationships?: {
      MailFolder?: V1Schemas['Relationship'];
      MessageBody?: V1Schemas['Relationship'];
      Attachments?: V1Schemas['Relationship'];
      thread?: V1Schemas['Relationship'];
    };
    links?: {
      self: string;
    };
    meta?: {
      change?: 'created' | 'updated';
      fields?: string[];
      truncated?: string[];
    };
  };
  MessageBody: {
    type: 'MessageBody';
    id: string;
    attributes: {
      textPlain?: string;
      textHtml?: string;
    };
    relationships?: {
      MessageItem?: V1Schemas['Relationship'];
      MailFolder?: V1Schemas['Relationship'];
      Attachments?: V1Schemas['Relationship'];
    };
    links?: {
      self: string;
    };
    meta?: {
      truncated?: ('textPlain' | 'textHtml' | 'parts')[];
      blockedRemoteContent?: {
        count: number;
        urls: string[];
      };
    };
  };
  Attachment: {
    type: 'Attachment';
    id: string;
    attributes: {
      name?: string;
      contentType?: string;
      size?: number;
      inline?: boolean;
      downloadUrl?: string;
      contentId?: string | null;
    };
    relationships?: {
      MessageItem?: V1Schemas['Relationship'];
    };
    links?: {
      self: string;
    };
    meta?: {
      sizeIsEstimate?: true;
    };
  };
  MailAddress: {
    address: string;
    name: string;
  };
  WrittenMailAddress: {
    address: string;
    name?: string;
  };
  Relationship: {
    links?: {
      self?: string;
      related: string;
    };
    data?:
      | {
          type: 'MailAccount' | 'MailFolder' | 'MessageItem' | 'MessageBody' | 'Attachment';
          id: string;
        }
      | V1Schemas['ResourceIdentifier'][]
      | null;
  };
  ResourceIdentifier: {
    type: 'MailAccount' | 'MailFolder' | 'MessageItem' | 'MessageBody' | 'Attachment';
    id: string;
  };
  JsonApi: {
    version: '1.1';
    ext?: string[];
  };
  Error: {
    status: string;
    code: string;
    title: string;
    detail?: string;
    source?: {
      parameter?: string;
      header?: string;
      pointer?: string;
    };
    links?: {
      type?: string;
    };
    meta?: Record<string, unknown>;
  };
  ErrorDocument: {
    jsonapi: V1Schemas['JsonApi'];
    errors: V1Schemas['Error'][];
    meta?: {
      more?: number;
    };
  };
}

export interface V1Paths {
  '/sign-in-options': {
    get: {
      parameters: {
        query: {
          user: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: {
                version?: string;
              };
              meta: {
                methods: ('password' | 'bearer')[];
                oauth: {
                  issuer?: string;
                  authorize?: string;
                  token?: string;
                  device?: string;
                  scopes?: string[];
                  clientId?: string | null;
                } | null;
              };
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts': {
    get: {
      parameters: {
        query?: {
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['MailAccount'][];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['MailAccount'][];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}': {
    get: {
      parameters: {
        query?: {
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['MailAccount'];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['MailAccount'];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MessageItems': {
    get: {
      parameters: {
        query?: {
          'page[offset]'?: number;
          'page[limit]'?: number;
          start?: number;
          limit?: number;
          'page[size]'?: number;
          'page[after]'?: string;
          'page[before]'?: string;
          sort?: '-date';
          'filter[seen]'?: string;
          'filter[flagged]'?: string;
          'filter[answered]'?: string;
          'filter[draft]'?: string;
          'filter[recent]'?: string;
          'filter[hasAttachments]'?: string;
          'filter[keyword]'?: string;
          'filter[from]'?: string;
          'filter[to]'?: string;
          'filter[cc]'?: string;
          'filter[bcc]'?: string;
          'filter[subject]'?: string;
          'filter[body]'?: string;
          'filter[text]'?: string;
          'filter[since]'?: string;
          'filter[before]'?: string;
          'filter[larger]'?: string;
          'filter[smaller]'?: string;
          'filter[messageId]'?: string;
          'filter[threadOf]'?: string;
          'filter[uid]'?: string;
          filter?: string;
          'filter[MailFolder]'?: string;
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                first?: string | null;
                prev?: string | null;
                next?: string | null;
                last?: string | null;
              };
              meta?: {
                page?: {
                  total: number;
                };
                incomplete?: string[];
              };
              data: V1Schemas['MessageItem'][];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                first?: string | null;
                prev?: string | null;
                next?: string | null;
                last?: string | null;
              };
              meta?: {
                page?: {
                  total: number;
                };
                incomplete?: string[];
              };
              data: V1Schemas['MessageItem'][];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders': {
    get: {
      parameters: {
        query?: {
          'filter[root]'?: string;
          filter?: string;
          include?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              meta?: {
                state?: string;
              };
              data: V1Schemas['MailFolder'][];
              included?: V1Schemas['MailAccount'][];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              meta?: {
                state?: string;
              };
              data: V1Schemas['MailFolder'][];
              included?: V1Schemas['MailAccount'][];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    post: {
      parameters: {
        query?: {
          include?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
        };
        header?: {
          'idempotency-key'?: string;
        };
        path: {
          mailAccountId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data: {
              type: 'MailFolder';
              attributes?: {
                name?: string;
                subscribed?: boolean;
              };
              relationships?: {
                parent?: {
                  data: {
                    type: 'MailFolder';
                    id: string;
                  } | null;
                };
              };
            };
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                state?: string;
              };
              data: V1Schemas['MailFolder'];
              included?: V1Schemas['MailAccount'][];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                state?: string;
              };
              data: V1Schemas['MailFolder'];
              included?: V1Schemas['MailAccount'][];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailFolders': {
    post: {
      parameters: {
        query?: {
          include?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
        };
        header?: {
          'idempotency-key'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data: {
              type: 'MailFolder';
              attributes?: {
                name?: string;
                subscribed?: boolean;
              };
              relationships?: {
                MailAccount?: {
                  data: {
                    type: 'MailAccount';
                    id: string;
                  };
                };
                parent?: {
                  data: {
                    type: 'MailFolder';
                    id: string;
                  } | null;
                };
              };
            };
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                state?: string;
              };
              data: V1Schemas['MailFolder'];
              included?: V1Schemas['MailAccount'][];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                state?: string;
              };
              data: V1Schemas['MailFolder'];
              included?: V1Schemas['MailAccount'][];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}': {
    get: {
      parameters: {
        query?: {
          include?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              meta?: {
                state?: string;
              };
              data: V1Schemas['MailFolder'];
              included?: V1Schemas['MailAccount'][];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              meta?: {
                state?: string;
              };
              data: V1Schemas['MailFolder'];
              included?: V1Schemas['MailAccount'][];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    patch: {
      parameters: {
        query?: {
          include?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data: {
              type: 'MailFolder';
              id: string;
              attributes?: {
                name?: string;
                subscribed?: boolean;
              };
              relationships?: {
                parent?: {
                  data: {
                    type: 'MailFolder';
                    id: string;
                  } | null;
                };
              };
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                previousId?: string;
                state?: string;
              };
              data: V1Schemas['MailFolder'];
              included?: V1Schemas['MailAccount'][];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                previousId?: string;
                state?: string;
              };
              data: V1Schemas['MailFolder'];
              included?: V1Schemas['MailAccount'][];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailFolders/{id}': {
    get: {
      parameters: {
        query?: {
          include?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              meta?: {
                state?: string;
              };
              data: V1Schemas['MailFolder'];
              included?: V1Schemas['MailAccount'][];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              meta?: {
                state?: string;
              };
              data: V1Schemas['MailFolder'];
              included?: V1Schemas['MailAccount'][];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    patch: {
      parameters: {
        query?: {
          include?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data: {
              type: 'MailFolder';
              id: string;
              attributes?: {
                name?: string;
                subscribed?: boolean;
              };
              relationships?: {
                parent?: {
                  data: {
                    type: 'MailFolder';
                    id: string;
                  } | null;
                };
              };
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                previousId?: string;
                state?: string;
              };
              data: V1Schemas['MailFolder'];
              included?: V1Schemas['MailAccount'][];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                previousId?: string;
                state?: string;
              };
              data: V1Schemas['MailFolder'];
              included?: V1Schemas['MailAccount'][];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/changes': {
    get: {
      parameters: {
        query?: {
          since?: string;
          include?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              meta?: {
                removed: string[];
                present?: {
                  ids: string[];
                };
                complete: boolean;
                unseen?: {
                  fields: string[];
                  belowUid: number;
                };
                more: boolean;
                state: string;
              };
              data: V1Schemas['MailFolder'][];
              included?: V1Schemas['MailAccount'][];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              meta?: {
                removed: string[];
                present?: {
                  ids: string[];
                };
                complete: boolean;
                unseen?: {
                  fields: string[];
                  belowUid: number;
                };
                more: boolean;
                state: string;
              };
              data: V1Schemas['MailFolder'][];
              included?: V1Schemas['MailAccount'][];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/changes': {
    get: {
      parameters: {
        query?: {
          since?: string;
          'page[limit]'?: number;
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              meta?: {
                removed: string[];
                present?: {
                  uidValidity: number;
                  uids: string;
                };
                complete: boolean;
                unseen?: {
                  fields: string[];
                  belowUid: number;
                };
                more: boolean;
                state: string;
              };
              data: V1Schemas['MessageItem'][];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              meta?: {
                removed: string[];
                present?: {
                  uidValidity: number;
                  uids: string;
                };
                complete: boolean;
                unseen?: {
                  fields: string[];
                  belowUid: number;
                };
                more: boolean;
                state: string;
              };
              data: V1Schemas['MessageItem'][];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailFolders/{id}/changes': {
    get: {
      parameters: {
        query?: {
          since?: string;
          'page[limit]'?: number;
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              meta?: {
                removed: string[];
                present?: {
                  uidValidity: number;
                  uids: string;
                };
                complete: boolean;
                unseen?: {
                  fields: string[];
                  belowUid: number;
                };
                more: boolean;
                state: string;
              };
              data: V1Schemas['MessageItem'][];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              meta?: {
                removed: string[];
                present?: {
                  uidValidity: number;
                  uids: string;
                };
                complete: boolean;
                unseen?: {
                  fields: string[];
                  belowUid: number;
                };
                more: boolean;
                state: string;
              };
              data: V1Schemas['MessageItem'][];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/events': {
    head: {
      parameters: {
        query?: {
          since?: string;
        };
        header?: {
          'last-event-id'?: string;
        };
        path: {
          mailAccountId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    get: {
      parameters: {
        query?: {
          since?: string;
        };
        header?: {
          'last-event-id'?: string;
        };
        path: {
          mailAccountId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'text/event-stream': string;
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/events': {
    head: {
      parameters: {
        query?: {
          since?: string;
        };
        header?: {
          'last-event-id'?: string;
        };
        path: {
          mailAccountId: string;
          mailFolderId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    get: {
      parameters: {
        query?: {
          since?: string;
        };
        header?: {
          'last-event-id'?: string;
        };
        path: {
          mailAccountId: string;
          mailFolderId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'text/event-stream': string;
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailFolders/{id}/events': {
    head: {
      parameters: {
        query?: {
          since?: string;
        };
        header?: {
          'last-event-id'?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    get: {
      parameters: {
        query?: {
          since?: string;
        };
        header?: {
          'last-event-id'?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'text/event-stream': string;
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems': {
    get: {
      parameters: {
        query?: {
          'page[offset]'?: number;
          'page[limit]'?: number;
          start?: number;
          limit?: number;
          'page[size]'?: number;
          'page[after]'?: string;
          'page[before]'?: string;
          sort?: string;
          'filter[seen]'?: string;
          'filter[flagged]'?: string;
          'filter[answered]'?: string;
          'filter[draft]'?: string;
          'filter[recent]'?: string;
          'filter[hasAttachments]'?: string;
          'filter[keyword]'?: string;
          'filter[from]'?: string;
          'filter[to]'?: string;
          'filter[cc]'?: string;
          'filter[bcc]'?: string;
          'filter[subject]'?: string;
          'filter[body]'?: string;
          'filter[text]'?: string;
          'filter[since]'?: string;
          'filter[before]'?: string;
          'filter[larger]'?: string;
          'filter[smaller]'?: string;
          'filter[messageId]'?: string;
          'filter[threadOf]'?: string;
          'filter[uid]'?: string;
          filter?: string;
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                first?: string | null;
                prev?: string | null;
                next?: string | null;
                last?: string | null;
              };
              meta?: {
                page?: {
                  total: number;
                };
                incomplete?: string[];
                state?: string;
              };
              data: V1Schemas['MessageItem'][];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                first?: string | null;
                prev?: string | null;
                next?: string | null;
                last?: string | null;
              };
              meta?: {
                page?: {
                  total: number;
                };
                incomplete?: string[];
                state?: string;
              };
              data: V1Schemas['MessageItem'][];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    post: {
      parameters: {
        query?: {
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: {
          'idempotency-key'?: string;
        };
        path: {
          mailAccountId: string;
          mailFolderId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data: {
              type: 'MessageItem';
              attributes?: {
                from?: {
                  address: string;
                  name?: string;
                } | null;
                replyTo?: {
                  address: string;
                  name?: string;
                } | null;
                to?: V1Schemas['WrittenMailAddress'][];
                cc?: V1Schemas['WrittenMailAddress'][];
                bcc?: V1Schemas['WrittenMailAddress'][];
                subject?: string;
                date?: string;
                references?: string[];
                inReplyTo?: string[];
                headers?: {
                  name: string;
                  value: string;
                }[];
                textPlain?: string;
                textHtml?: string;
                seen?: boolean;
                flagged?: boolean;
                keywords?: string[];
              };
              relationships?: {
                MailFolder?: {
                  data: {
                    type: 'MailFolder';
                    id: string;
                  };
                };
                repliesTo?: {
                  data: {
                    type: 'MessageItem';
                    id: string;
                  };
                };
                forwards?: {
                  data: {
                    type: 'MessageItem';
                    id: string;
                  };
                };
                Attachments?: {
                  data: {
                    type: 'Attachment';
                    id: string;
                  }[];
                };
              };
              meta?: {
                replyAll?: boolean;
                quote?: boolean;
              };
            };
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        507: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailFolders/{id}/MessageItems': {
    get: {
      parameters: {
        query?: {
          'page[offset]'?: number;
          'page[limit]'?: number;
          start?: number;
          limit?: number;
          'page[size]'?: number;
          'page[after]'?: string;
          'page[before]'?: string;
          sort?: string;
          'filter[seen]'?: string;
          'filter[flagged]'?: string;
          'filter[answered]'?: string;
          'filter[draft]'?: string;
          'filter[recent]'?: string;
          'filter[hasAttachments]'?: string;
          'filter[keyword]'?: string;
          'filter[from]'?: string;
          'filter[to]'?: string;
          'filter[cc]'?: string;
          'filter[bcc]'?: string;
          'filter[subject]'?: string;
          'filter[body]'?: string;
          'filter[text]'?: string;
          'filter[since]'?: string;
          'filter[before]'?: string;
          'filter[larger]'?: string;
          'filter[smaller]'?: string;
          'filter[messageId]'?: string;
          'filter[threadOf]'?: string;
          'filter[uid]'?: string;
          filter?: string;
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                first?: string | null;
                prev?: string | null;
                next?: string | null;
                last?: string | null;
              };
              meta?: {
                page?: {
                  total: number;
                };
                incomplete?: string[];
                state?: string;
              };
              data: V1Schemas['MessageItem'][];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                first?: string | null;
                prev?: string | null;
                next?: string | null;
                last?: string | null;
              };
              meta?: {
                page?: {
                  total: number;
                };
                incomplete?: string[];
                state?: string;
              };
              data: V1Schemas['MessageItem'][];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    post: {
      parameters: {
        query?: {
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: {
          'idempotency-key'?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data: {
              type: 'MessageItem';
              attributes?: {
                from?: {
                  address: string;
                  name?: string;
                } | null;
                replyTo?: {
                  address: string;
                  name?: string;
                } | null;
                to?: V1Schemas['WrittenMailAddress'][];
                cc?: V1Schemas['WrittenMailAddress'][];
                bcc?: V1Schemas['WrittenMailAddress'][];
                subject?: string;
                date?: string;
                references?: string[];
                inReplyTo?: string[];
                headers?: {
                  name: string;
                  value: string;
                }[];
                textPlain?: string;
                textHtml?: string;
                seen?: boolean;
                flagged?: boolean;
                keywords?: string[];
              };
              relationships?: {
                MailFolder?: {
                  data: {
                    type: 'MailFolder';
                    id: string;
                  };
                };
                repliesTo?: {
                  data: {
                    type: 'MessageItem';
                    id: string;
                  };
                };
                forwards?: {
                  data: {
                    type: 'MessageItem';
                    id: string;
                  };
                };
                Attachments?: {
                  data: {
                    type: 'Attachment';
                    id: string;
                  }[];
                };
              };
              meta?: {
                replyAll?: boolean;
                quote?: boolean;
              };
            };
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        507: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MessageItems': {
    post: {
      parameters: {
        query?: {
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: {
          'idempotency-key'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data: {
              type: 'MessageItem';
              attributes?: {
                from?: {
                  address: string;
                  name?: string;
                } | null;
                replyTo?: {
                  address: string;
                  name?: string;
                } | null;
                to?: V1Schemas['WrittenMailAddress'][];
                cc?: V1Schemas['WrittenMailAddress'][];
                bcc?: V1Schemas['WrittenMailAddress'][];
                subject?: string;
                date?: string;
                references?: string[];
                inReplyTo?: string[];
                headers?: {
                  name: string;
                  value: string;
                }[];
                textPlain?: string;
                textHtml?: string;
                seen?: boolean;
                flagged?: boolean;
                keywords?: string[];
              };
              relationships: {
                MailFolder?: {
                  data: {
                    type: 'MailFolder';
                    id: string;
                  };
                };
                repliesTo?: {
                  data: {
                    type: 'MessageItem';
                    id: string;
                  };
                };
                forwards?: {
                  data: {
                    type: 'MessageItem';
                    id: string;
                  };
                };
                Attachments?: {
                  data: {
                    type: 'Attachment';
                    id: string;
                  }[];
                };
              };
              meta?: {
                replyAll?: boolean;
                quote?: boolean;
              };
            };
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        507: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/bulk': {
    post: {
      parameters: {
        query?: {
          'filter[seen]'?: string;
          'filter[flagged]'?: string;
          'filter[answered]'?: string;
          'filter[draft]'?: string;
          'filter[recent]'?: string;
          'filter[hasAttachments]'?: string;
          'filter[keyword]'?: string;
          'filter[from]'?: string;
          'filter[to]'?: string;
          'filter[cc]'?: string;
          'filter[bcc]'?: string;
          'filter[subject]'?: string;
          'filter[body]'?: string;
          'filter[text]'?: string;
          'filter[since]'?: string;
          'filter[before]'?: string;
          'filter[larger]'?: string;
          'filter[smaller]'?: string;
          'filter[messageId]'?: string;
          'filter[threadOf]'?: string;
          'filter[uid]'?: string;
          filter?: string;
        };
        header?: {
          'idempotency-key'?: string;
        };
        path: {
          mailAccountId: string;
          mailFolderId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data: {
              type: 'MessageBatch';
              attributes?: {
                action?: 'update' | 'move' | 'delete';
                seen?: boolean;
                flagged?: boolean;
                answered?: boolean;
                draft?: boolean;
                addedKeywords?: string[];
                removedKeywords?: string[];
                skipTrash?: boolean;
              };
              relationships?: {
                MessageItems?: {
                  data: {
                    type: 'MessageItem';
                    id: string;
                  }[];
                };
                MailFolder?: {
                  data: {
                    type: 'MailFolder';
                    id: string;
                  };
                };
              };
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                matched?: number;
                results?: {
                  id: string;
                  outcome: 'changed' | 'moved' | 'deleted' | 'unknown';
                  newId?: string;
                }[];
              };
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                matched?: number;
                results?: {
                  id: string;
                  outcome: 'changed' | 'moved' | 'deleted' | 'unknown';
                  newId?: string;
                }[];
              };
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailFolders/{id}/MessageItems/bulk': {
    post: {
      parameters: {
        query?: {
          'filter[seen]'?: string;
          'filter[flagged]'?: string;
          'filter[answered]'?: string;
          'filter[draft]'?: string;
          'filter[recent]'?: string;
          'filter[hasAttachments]'?: string;
          'filter[keyword]'?: string;
          'filter[from]'?: string;
          'filter[to]'?: string;
          'filter[cc]'?: string;
          'filter[bcc]'?: string;
          'filter[subject]'?: string;
          'filter[body]'?: string;
          'filter[text]'?: string;
          'filter[since]'?: string;
          'filter[before]'?: string;
          'filter[larger]'?: string;
          'filter[smaller]'?: string;
          'filter[messageId]'?: string;
          'filter[threadOf]'?: string;
          'filter[uid]'?: string;
          filter?: string;
        };
        header?: {
          'idempotency-key'?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data: {
              type: 'MessageBatch';
              attributes?: {
                action?: 'update' | 'move' | 'delete';
                seen?: boolean;
                flagged?: boolean;
                answered?: boolean;
                draft?: boolean;
                addedKeywords?: string[];
                removedKeywords?: string[];
                skipTrash?: boolean;
              };
              relationships?: {
                MessageItems?: {
                  data: {
                    type: 'MessageItem';
                    id: string;
                  }[];
                };
                MailFolder?: {
                  data: {
                    type: 'MailFolder';
                    id: string;
                  };
                };
              };
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                matched?: number;
                results?: {
                  id: string;
                  outcome: 'changed' | 'moved' | 'deleted' | 'unknown';
                  newId?: string;
                }[];
              };
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                matched?: number;
                results?: {
                  id: string;
                  outcome: 'changed' | 'moved' | 'deleted' | 'unknown';
                  newId?: string;
                }[];
              };
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/import': {
    post: {
      parameters: {
        query?: {
          attributes?: string;
          flags?: string;
          keywords?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: {
          'idempotency-key'?: string;
        };
        path: {
          mailAccountId: string;
          mailFolderId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'message/rfc822': unknown;
        };
      };
      responses: {
        201: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        507: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailFolders/{id}/MessageItems/import': {
    post: {
      parameters: {
        query?: {
          attributes?: string;
          flags?: string;
          keywords?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: {
          'idempotency-key'?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'message/rfc822': unknown;
        };
      };
      responses: {
        201: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        507: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}': {
    get: {
      parameters: {
        query?: {
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    patch: {
      parameters: {
        query?: {
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: {
          'if-match'?: string;
        };
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data: {
              type: 'MessageItem';
              id: string;
              attributes?: {
                seen?: boolean;
                flagged?: boolean;
                answered?: boolean;
                draft?: boolean;
                keywords?: string[];
                from?: {
                  address: string;
                  name?: string;
                } | null;
                replyTo?: {
                  address: string;
                  name?: string;
                } | null;
                to?: V1Schemas['WrittenMailAddress'][];
                cc?: V1Schemas['WrittenMailAddress'][];
                bcc?: V1Schemas['WrittenMailAddress'][];
                subject?: string;
                date?: string;
                references?: string[];
                inReplyTo?: string[];
                headers?: {
                  name: string;
                  value: string;
                }[];
                textPlain?: string;
                textHtml?: string;
              };
              relationships?: {
                MailFolder?: {
                  data: {
                    type: 'MailFolder';
                    id: string;
                  };
                };
              };
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                previousId?: string;
                warnings?: string[];
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                previousId?: string;
                warnings?: string[];
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        507: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    delete: {
      parameters: {
        query?: {
          skipTrash?: boolean;
        };
        header?: {
          'if-match'?: string;
        };
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                trashed?: V1Schemas['ResourceIdentifier'];
              };
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                trashed?: V1Schemas['ResourceIdentifier'];
              };
            };
          };
        };
        204: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MessageItems/{id}': {
    get: {
      parameters: {
        query?: {
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    patch: {
      parameters: {
        query?: {
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: {
          'if-match'?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data: {
              type: 'MessageItem';
              id: string;
              attributes?: {
                seen?: boolean;
                flagged?: boolean;
                answered?: boolean;
                draft?: boolean;
                keywords?: string[];
                from?: {
                  address: string;
                  name?: string;
                } | null;
                replyTo?: {
                  address: string;
                  name?: string;
                } | null;
                to?: V1Schemas['WrittenMailAddress'][];
                cc?: V1Schemas['WrittenMailAddress'][];
                bcc?: V1Schemas['WrittenMailAddress'][];
                subject?: string;
                date?: string;
                references?: string[];
                inReplyTo?: string[];
                headers?: {
                  name: string;
                  value: string;
                }[];
                textPlain?: string;
                textHtml?: string;
              };
              relationships?: {
                MailFolder?: {
                  data: {
                    type: 'MailFolder';
                    id: string;
                  };
                };
              };
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                previousId?: string;
                warnings?: string[];
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                previousId?: string;
                warnings?: string[];
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        507: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    delete: {
      parameters: {
        query?: {
          skipTrash?: boolean;
        };
        header?: {
          'if-match'?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                trashed?: V1Schemas['ResourceIdentifier'];
              };
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                trashed?: V1Schemas['ResourceIdentifier'];
              };
            };
          };
        };
        204: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}/copy': {
    post: {
      parameters: {
        query?: {
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: {
          'if-match'?: string;
          'idempotency-key'?: string;
        };
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data: {
              type: 'MailFolder';
              id: string;
            };
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        507: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MessageItems/{id}/copy': {
    post: {
      parameters: {
        query?: {
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: {
          'if-match'?: string;
          'idempotency-key'?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data: {
              type: 'MailFolder';
              id: string;
            };
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              data: V1Schemas['MessageItem'];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        507: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}/send': {
    post: {
      parameters: {
        query?: {
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: {
          'if-match'?: string;
          'idempotency-key'?: string;
        };
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data?: {
              type: 'MessageItem';
              id?: string;
            } | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                accepted?: string[] | null;
                rejected?:
                  | {
                      address: string;
                      code: number;
                      enhancedCode: string | null;
                    }[]
                  | null;
                warnings?: string[];
                previousId?: string;
              };
              data: V1Schemas['MessageItem'] | null;
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                accepted?: string[] | null;
                rejected?:
                  | {
                      address: string;
                      code: number;
                      enhancedCode: string | null;
                    }[]
                  | null;
                warnings?: string[];
                previousId?: string;
              };
              data: V1Schemas['MessageItem'] | null;
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        507: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MessageItems/{id}/send': {
    post: {
      parameters: {
        query?: {
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: {
          'if-match'?: string;
          'idempotency-key'?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data?: {
              type: 'MessageItem';
              id?: string;
            } | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                accepted?: string[] | null;
                rejected?:
                  | {
                      address: string;
                      code: number;
                      enhancedCode: string | null;
                    }[]
                  | null;
                warnings?: string[];
                previousId?: string;
              };
              data: V1Schemas['MessageItem'] | null;
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                accepted?: string[] | null;
                rejected?:
                  | {
                      address: string;
                      code: number;
                      enhancedCode: string | null;
                    }[]
                  | null;
                warnings?: string[];
                previousId?: string;
              };
              data: V1Schemas['MessageItem'] | null;
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        507: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}/relationships/MailFolder': {
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
              };
              data: V1Schemas['ResourceIdentifier'];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
              };
              data: V1Schemas['ResourceIdentifier'];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    patch: {
      parameters: {
        query?: never;
        header?: {
          'if-match'?: string;
        };
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data: {
              type: 'MailFolder';
              id: string;
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
              };
              data: V1Schemas['ResourceIdentifier'];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
              };
              data: V1Schemas['ResourceIdentifier'];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MessageItems/{id}/relationships/MailFolder': {
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
              };
              data: V1Schemas['ResourceIdentifier'];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
              };
              data: V1Schemas['ResourceIdentifier'];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    patch: {
      parameters: {
        query?: never;
        header?: {
          'if-match'?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/vnd.api+json': {
            data: {
              type: 'MailFolder';
              id: string;
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
              };
              data: V1Schemas['ResourceIdentifier'];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
              };
              data: V1Schemas['ResourceIdentifier'];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}/source': {
    head: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'message/rfc822': unknown;
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MessageItems/{id}/source': {
    head: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'message/rfc822': unknown;
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}/thread': {
    get: {
      parameters: {
        query?: {
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                first?: string | null;
                prev?: string | null;
                next?: string | null;
                last?: string | null;
              };
              meta?: {
                page?: {
                  total: number;
                };
                incomplete?: string[];
              };
              data: V1Schemas['MessageItem'][];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                first?: string | null;
                prev?: string | null;
                next?: string | null;
                last?: string | null;
              };
              meta?: {
                page?: {
                  total: number;
                };
                incomplete?: string[];
              };
              data: V1Schemas['MessageItem'][];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MessageItems/{id}/thread': {
    get: {
      parameters: {
        query?: {
          attributes?: string;
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                first?: string | null;
                prev?: string | null;
                next?: string | null;
                last?: string | null;
              };
              meta?: {
                page?: {
                  total: number;
                };
                incomplete?: string[];
              };
              data: V1Schemas['MessageItem'][];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                first?: string | null;
                prev?: string | null;
                next?: string | null;
                last?: string | null;
              };
              meta?: {
                page?: {
                  total: number;
                };
                incomplete?: string[];
              };
              data: V1Schemas['MessageItem'][];
              included?: (
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}/MessageBody': {
    get: {
      parameters: {
        query?: {
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['MessageBody'];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['MessageBody'];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MessageBodies/{id}': {
    get: {
      parameters: {
        query?: {
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['MessageBody'];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['MessageBody'];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MessageItems/{id}/MessageBody': {
    get: {
      parameters: {
        query?: {
          images?: 'allow' | 'block';
          include?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['MessageBody'];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['Attachment']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['MessageBody'];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['Attachment']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}/Attachments': {
    get: {
      parameters: {
        query?: {
          images?: 'allow' | 'block';
          include?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['Attachment'][];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['Attachment'][];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    post: {
      parameters: {
        query?: {
          images?: 'allow' | 'block';
          include?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
        };
        header?: {
          'if-match'?: string;
          'idempotency-key'?: string;
          'content-disposition'?: string;
          'content-id'?: string;
        };
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'multipart/form-data': {
            file?: string;
          };
          '*/*': unknown;
          'application/vnd.api+json': {
            data: {
              type: 'Attachment';
              relationships?: {
                source?: {
                  data: {
                    type: 'Attachment';
                    id: string;
                  };
                };
              };
            };
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
                warnings?: string[];
              };
              data: V1Schemas['Attachment'] | V1Schemas['Attachment'][];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
                warnings?: string[];
              };
              data: V1Schemas['Attachment'] | V1Schemas['Attachment'][];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
              )[];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        507: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MessageItems/{id}/Attachments': {
    get: {
      parameters: {
        query?: {
          images?: 'allow' | 'block';
          include?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['Attachment'][];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['Attachment'][];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    post: {
      parameters: {
        query?: {
          images?: 'allow' | 'block';
          include?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
        };
        header?: {
          'if-match'?: string;
          'idempotency-key'?: string;
          'content-disposition'?: string;
          'content-id'?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'multipart/form-data': {
            file?: string;
          };
          '*/*': unknown;
          'application/vnd.api+json': {
            data: {
              type: 'Attachment';
              relationships?: {
                source?: {
                  data: {
                    type: 'Attachment';
                    id: string;
                  };
                };
              };
            };
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
                warnings?: string[];
              };
              data: V1Schemas['Attachment'] | V1Schemas['Attachment'][];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta?: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
                warnings?: string[];
              };
              data: V1Schemas['Attachment'] | V1Schemas['Attachment'][];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
              )[];
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        507: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}/Attachments/{attachmentId}': {
    get: {
      parameters: {
        query?: {
          images?: 'allow' | 'block';
          include?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
          attachmentId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['Attachment'];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['Attachment'];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    delete: {
      parameters: {
        query?: never;
        header?: {
          'if-match'?: string;
        };
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
          attachmentId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
              };
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
              };
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        507: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/Attachments/{id}': {
    get: {
      parameters: {
        query?: {
          images?: 'allow' | 'block';
          include?: string;
          'fields[Attachment]'?: string;
          'relfield:fields[Attachment]'?: string;
          'fields[MessageItem]'?: string;
          'relfield:fields[MessageItem]'?: string;
          'fields[MailFolder]'?: string;
          'relfield:fields[MailFolder]'?: string;
          'fields[MailAccount]'?: string;
          'relfield:fields[MailAccount]'?: string;
          'fields[MessageBody]'?: string;
          'relfield:fields[MessageBody]'?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['Attachment'];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
              )[];
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links: {
                self:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
              };
              data: V1Schemas['Attachment'];
              included?: (
                | V1Schemas['MessageItem']
                | V1Schemas['MailFolder']
                | V1Schemas['MailAccount']
                | V1Schemas['MessageBody']
              )[];
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    delete: {
      parameters: {
        query?: never;
        header?: {
          'if-match'?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
              };
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                MessageItem?: V1Schemas['ResourceIdentifier'];
                previousId?: string;
              };
            };
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        409: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        412: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        413: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        415: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        507: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}/Attachments/{attachmentId}/link': {
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
          attachmentId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                downloadUrl?: string;
                expiresAt?: string;
              };
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                downloadUrl?: string;
                expiresAt?: string;
              };
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/Attachments/{id}/link': {
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                downloadUrl?: string;
                expiresAt?: string;
              };
            };
            'application/json': {
              jsonapi: V1Schemas['JsonApi'];
              links?: {
                self?:
                  | string
                  | {
                      href: string;
                      type: string;
                    };
                related?: string;
              };
              meta: {
                downloadUrl?: string;
                expiresAt?: string;
              };
            };
          };
        };
        304: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        406: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}/Attachments/{attachmentId}/content': {
    head: {
      parameters: {
        query?: {
          ticket?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
          attachmentId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    get: {
      parameters: {
        query?: {
          ticket?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
          attachmentId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            '*/*': unknown;
          };
        };
        206: {
          content: {
            '*/*': unknown;
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        416: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
  '/Attachments/{id}/content': {
    head: {
      parameters: {
        query?: {
          ticket?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content?: never;
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
    get: {
      parameters: {
        query?: {
          ticket?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            '*/*': unknown;
          };
        };
        206: {
          content: {
            '*/*': unknown;
          };
        };
        400: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        401: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        403: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        404: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        410: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        416: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        422: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        429: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        500: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        502: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        503: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
        504: {
          content: {
            'application/vnd.api+json': V1Schemas['ErrorDocument'];
            'application/json': V1Schemas['ErrorDocument'];
          };
        };
      };
    };
  };
}
