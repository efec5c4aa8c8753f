/** The names that providers and mail clients give to the mailboxes with a purpose, in twelve languages. */

/** Folder types that can be recognised by a name. */
type NamedFolderType = 'INBOX' | 'DRAFT' | 'JUNK' | 'SENT' | 'TRASH';

/**
 * Names in upper case and composed form (NFC), without a namespace. Several names per language: servers,
 * webmailers and desktop clients each chose their own.
 */
export const FOLDER_TYPE_NAMES = {
  INBOX: ['INBOX', 'POSTEINGANG'],
  DRAFT: [
    ...['DRAFTS', 'DRAFT'],
    ...['ENTWÜRFE', 'ENTWURF'],
    ...['BROUILLONS', 'BROUILLON'],
    ...['BORRADORES', 'BORRADOR'],
    ...['BOZZE', 'BOZZA'],
    ...['CONCEPTEN'],
    ...['RASCUNHOS', 'RASCUNHO'],
    ...['KOPIE ROBOCZE', 'WERSJE ROBOCZE', 'ROBOCZE', 'SZKICE'],
    ...['UTKAST'],
    ...['KLADDER', 'KLADDE', 'UDKAST'],
  ],
  JUNK: [
    ...['JUNK', 'SPAM', 'JUNK EMAIL', 'JUNK E-MAIL', 'JUNK-E-MAIL', 'JUNK MAIL', 'BULK MAIL'],
    ...['SPAMVERDACHT'],
    ...['INDÉSIRABLES', 'COURRIER INDÉSIRABLE', 'POURRIEL'],
    ...['CORREO NO DESEADO', 'NO DESEADO', 'CORREO BASURA'],
    ...['POSTA INDESIDERATA', 'INDESIDERATA'],
    ...['ONGEWENSTE E-MAIL', 'ONGEWENSTE MAIL', 'ONGEWENST'],
    ...['LIXO ELETRÔNICO', 'LIXO ELETRÓNICO', 'LIXO ELECTRÓNICO'],
    ...['WIADOMOŚCI-ŚMIECI', 'ŚMIECI', 'NIECHCIANE'],
    ...['SKRÄPPOST'],
    ...['UØNSKET', 'UØNSKET POST', 'UØNSKET MAIL', 'UØNSKET E-MAIL'],
  ],
  SENT: [
    ...['SENT', 'SENT MAIL', 'SENT ITEMS', 'SENT MESSAGES'],
    ...['GESENDET', 'GESENDETE ELEMENTE', 'GESENDETE OBJEKTE'],
    ...['ENVOYÉS', 'ÉLÉMENTS ENVOYÉS', 'MESSAGES ENVOYÉS', 'OBJETS ENVOYÉS', 'COURRIER ENVOYÉ'],
    ...['ENVIADOS', 'ELEMENTOS ENVIADOS', 'MENSAJES ENVIADOS', 'CORREO ENVIADO'],
    ...['INVIATI', 'INVIATA', 'POSTA INVIATA', 'MESSAGGI INVIATI', 'ELEMENTI INVIATI'],
    ...['VERZONDEN', 'VERZONDEN ITEMS', 'VERZONDEN BERICHTEN'],
    ...['ENVIADAS', 'ITENS ENVIADOS', 'MENSAGENS ENVIADAS', 'E-MAILS ENVIADOS', 'CORREIO ENVIADO'],
    ...['WYSŁANE', 'ELEMENTY WYSŁANE'],
    ...['SKICKAT', 'SKICKADE', 'SKICKADE OBJEKT'],
    ...['SENDT', 'SENDTE', 'SENDT POST', 'SENDTE ELEMENTER'],
  ],
  TRASH: [
    ...['TRASH', 'BIN', 'DELETED', 'DELETED ITEMS', 'DELETED MESSAGES'],
    ...['PAPIERKORB', 'GELÖSCHT', 'GELÖSCHTE ELEMENTE', 'GELÖSCHTE OBJEKTE'],
    ...['CORBEILLE', 'ÉLÉMENTS SUPPRIMÉS', 'MESSAGES SUPPRIMÉS'],
    ...['PAPELERA', 'ELEMENTOS ELIMINADOS', 'MENSAJES ELIMINADOS', 'ELIMINADOS'],
    ...['CESTINO', 'POSTA ELIMINATA', 'ELEMENTI ELIMINATI'],
    ...['PRULLENBAK', 'PRULLENMAND', 'VERWIJDERD', 'VERWIJDERDE ITEMS', 'VERWIJDERDE BERICHTEN'],
    ...['LIXEIRA', 'LIXO', 'ITENS EXCLUÍDOS', 'ITENS ELIMINADOS'],
    ...['KOSZ', 'USUNIĘTE', 'ELEMENTY USUNIĘTE'],
    ...['PAPPERSKORG', 'PAPPERSKORGEN', 'BORTTAGNA OBJEKT'],
    ...['PAPIRKURV', 'SLETTET', 'SLETTET POST', 'SLETTEDE ELEMENTER'],
  ],
} as const satisfies Record<NamedFolderType, readonly string[]>;
