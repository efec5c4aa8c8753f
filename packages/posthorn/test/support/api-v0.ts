/** The shapes of the API, for openapi-fetch. Written by `npm run docs` from docs/openapi/v0.json. */

export interface V0Schemas {
  MailAccount: {
    id: string;
    type: 'MailAccount';
    name: string;
    from: V0Schemas['MailAddress'];
    replyTo: V0Schemas['MailAddress'];
    inbox_type: 'IMAP';
    inbox_address: string;
    inbox_port: number;
    inbox_user: string;
    inbox_ssl: boolean;
    outbox_address?: string;
    outbox_port?: number;
    outbox_user?: string;
    outbox_secure?: 'ssl' | 'tls' | 'starttls' | '';
    root: string[];
    subscriptions: string[];
  };
  MailFolder: {
    id: string;
    mailAccountId: string;
    name: string;
    unreadCount: number;
    folderType: 'INBOX' | 'DRAFT' | 'SENT' | 'JUNK' | 'TRASH' | 'FOLDER';
    uidNext?: string;
    data: V0Schemas['MailFolder'][];
  };
  MessageItem: {
    id: string;
    mailAccountId: string;
    mailFolderId: string;
    from?: V0Schemas['MailAddress'];
    to?: V0Schemas['MailAddress'][];
    cc?: V0Schemas['MailAddress'][];
    bcc?: V0Schemas['MailAddress'][];
    replyTo?: V0Schemas['MailAddress'];
    subject?: string;
    date?: string;
    seen?: boolean;
    answered?: boolean;
    draft?: boolean;
    flagged?: boolean;
    recent?: boolean;
    messageId?: string;
    references?: string;
    previewText?: string;
    size?: number;
    hasAttachments?: boolean;
  };
  MessageBody: {
    id: string;
    mailAccountId: string;
    mailFolderId: string;
    textHtml: string;
    textPlain: string;
  };
  Attachment: {
    id: string;
    mailAccountId: string;
    mailFolderId: string;
    parentMessageItemId: string;
    text: string;
    type: string;
    size: number;
    downloadUrl?: string;
    previewImgSrc: string;
  };
  MailAddress: {
    address: string;
    name: string;
  };
  Problem: {
    success: false;
    msg: string;
    status: number;
    code?: string;
    title?: string;
    detail?: string;
    parameter?: string;
  };
}

export interface V0Paths {
  '/MailAccounts': {
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: V0Schemas['MailAccount'][];
            };
          };
        };
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders': {
    get: {
      parameters: {
        query?: {
          filter?:
            | {
                IN: {
                  id: string[];
                };
              }
            | {
                AND: {
                  IN: {
                    id: string[];
                  };
                }[];
              };
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
            'application/json': {
              success: true;
              data: V0Schemas['MailFolder'][];
            };
          };
        };
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems': {
    get: {
      parameters: {
        query?: {
          start?: number;
          limit?: number;
          sort?: {
            property: 'date' | 'subject' | 'from' | 'to' | 'size' | 'seen' | 'hasAttachments';
            direction?: 'ASC' | 'DESC';
          }[];
          attributes?: string;
          options?: {
            previewText?: {
              length?: number;
              plain?: {
                length?: number;
              };
              html?: {
                length?: number;
                precedence?: boolean;
              };
            };
          };
          filter?:
            | {
                property: 'id' | 'recent';
                operator?: string;
                value: string | number | boolean | string[];
              }[]
            | Record<string, unknown>;
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
            'application/json': {
              success: true;
              meta: {
                cn_unreadCount: number;
                mailAccountId: string;
                mailFolderId: string;
                truncated?: true;
              };
              total: number;
              data: V0Schemas['MessageItem'][];
            };
          };
        };
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        404: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
      };
    };
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            data: {
              attributes: {
                textPlain?: string | null;
                textHtml?: string | null;
              };
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              meta?: {
                truncated?: true;
                truncatedContent?: ('textPlain' | 'textHtml' | 'parts')[];
                blockedRemoteContent?: {
                  count: number;
                  urls: string[];
                };
              };
              data: V0Schemas['MessageBody'];
            };
          };
        };
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        404: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        413: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        415: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        507: {
          content: {
            'application/json': V0Schemas['Problem'];
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
            'application/json': {
              success: true;
              data: V0Schemas['MessageItem'];
            };
          };
        };
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        404: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
      };
    };
    post: {
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
            'application/json': {
              success: true;
              rejected?: string[];
            };
          };
        };
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        404: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        409: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        412: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        415: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        507: {
          content: {
            'application/json': V0Schemas['Problem'];
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
          messageItemId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
            };
          };
        };
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        404: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        415: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}/MessageItem': {
    patch: {
      parameters: {
        query?: {
          attributes?: string;
        };
        header?: never;
        path: {
          mailAccountId: string;
          mailFolderId: string;
          messageItemId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            data: {
              attributes: {
                seen?: boolean;
                flagged?: boolean;
                draft?: boolean;
                mailFolderId?: string;
              };
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: V0Schemas['MessageItem'];
            };
          };
        };
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        404: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        415: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}/MessageDraft': {
    patch: {
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
      requestBody: {
        content: {
          'application/json': {
            data: {
              attributes: {
                from?: unknown;
                replyTo?: unknown;
                to?: unknown;
                cc?: unknown;
                bcc?: unknown;
                subject?: string | null;
                date?: string | number | null;
                references?: string | null;
                inReplyTo?: string | null;
                xCnDraftInfo?: string | null;
                seen?: boolean | null;
                flagged?: boolean | null;
                draft?: boolean | null;
                answered?: boolean | null;
                recent?: boolean | null;
              };
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: V0Schemas['MessageItem'];
            };
          };
        };
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        404: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        409: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        412: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        413: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        415: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        507: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}/MessageBody': {
    get: {
      parameters: {
        query?: {
          target?: string;
          images?: 'allow' | 'block';
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
            'application/json': {
              success: true;
              meta?: {
                truncated?: true;
                truncatedContent?: ('textPlain' | 'textHtml' | 'parts')[];
                blockedRemoteContent?: {
                  count: number;
                  urls: string[];
                };
              };
              data: V0Schemas['MessageBody'];
            };
          };
        };
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        404: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
      };
    };
    patch: {
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
      requestBody: {
        content: {
          'application/json': {
            data: {
              attributes: {
                textPlain?: string | null;
                textHtml?: string | null;
              };
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              meta?: {
                truncated?: true;
                truncatedContent?: ('textPlain' | 'textHtml' | 'parts')[];
                blockedRemoteContent?: {
                  count: number;
                  urls: string[];
                };
              };
              data: V0Schemas['MessageBody'];
            };
          };
        };
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        404: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        409: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        412: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        413: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        415: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        507: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}/Attachments': {
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
            'application/json': {
              success: true;
              data: V0Schemas['Attachment'][];
            };
          };
        };
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        404: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
      };
    };
    post: {
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
      requestBody: {
        content: {
          'multipart/form-data': {
            'files[0][blob]'?: string;
            'files[0][text]'?: string;
            'files[0][type]'?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: V0Schemas['Attachment'][];
            };
          };
        };
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        404: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        409: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        412: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        413: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        415: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        507: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
      };
    };
  };
  '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems/{messageItemId}/Attachments/{attachmentId}': {
    delete: {
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
            'application/json': {
              success: true;
              data: {
                id: string;
                mailAccountId: string;
                mailFolderId: string;
              };
            };
          };
        };
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        404: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        409: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        412: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        413: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        415: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        507: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
      };
    };
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
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        404: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
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
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        404: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
      };
    };
  };
  '/auth': {
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            username: string;
            password: string;
            inbox_auth?: 'password' | 'bearer';
          };
          'application/json': {
            username: string;
            password: string;
            inbox_auth?: 'password' | 'bearer';
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                username: string;
                password?: string;
              };
            };
          };
        };
        400: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        401: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        403: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        413: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        415: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        422: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        429: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        500: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        502: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        503: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
        504: {
          content: {
            'application/json': V0Schemas['Problem'];
          };
        };
      };
    };
  };
}
