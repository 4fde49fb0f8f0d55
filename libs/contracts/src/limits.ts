/** The numbers of the product. Those marked "default" can be set by the operator; the API reports the value in force. */

export const KIB = 1024;
export const MIB = 1024 * KIB;

/** Default storage quota of one user, in bytes (`STORAGE_QUOTA_BYTES`). */
export const DEFAULT_STORAGE_QUOTA_BYTES = 5 * MIB;
/** Default size limit of one file, in bytes (`MAX_FILE_BYTES`). */
export const DEFAULT_MAX_FILE_BYTES = 5 * MIB;
/** Default number of files one user may store (`MAX_FILES_PER_USER`); one answer lists them all. */
export const DEFAULT_MAX_FILES_PER_USER = 10_000;

export const PASSWORD_MIN_LENGTH = 6;
export const NAME_MAX_LENGTH = 100;
export const EMAIL_MAX_LENGTH = 254;
export const DEVICE_MAX_LENGTH = 100;
/** Sessions of one account; a further sign-in ends the one that was not seen for longest. */
export const SESSIONS_MAX = 100;

/** Longest search in the titles and clients of projects, in characters. */
export const SEARCH_MAX_LENGTH = 200;
/** Projects in one page of the list; a page of very large projects holds fewer. */
export const PROJECT_PAGE_MAX = 500;
/** Projects in the answer to a call for the list that names no limit. */
export const PROJECT_LIST_MAX = 1_000;

/** Longest accepted `If-Match` header, in characters. */
export const IF_MATCH_MAX_LENGTH = 1000;

/** Longest name a client may give a file, in characters; a longer one is refused. */
export const UPLOAD_NAME_MAX_LENGTH = 1024;
/** Longest stored file name, in characters; longer ones are shortened before the extension. */
export const FILENAME_MAX_LENGTH = 255;
export const FILES_PER_UPLOAD_MAX = 50;
/** Files in one reply of storage; even with the longest names they fit into one message. */
export const FILES_PER_REPLY_MAX = 1000;
/** Projects listed in the breakdown of storage usage; the totals count all projects. */
export const USAGE_PROJECTS_MAX = 500;

/** One decoded path segment: a file name of 255 characters is up to 3 KiB once percent-encoded. */
export const PATH_PARAMETER_MAX_LENGTH = 4096;
/** Parts of the upload's form: the files, a digest of each, and some. */
export const FORM_PARTS_MAX = 2 * FILES_PER_UPLOAD_MAX + 20;
/** Size limit of one field of the upload's form, in bytes. */
export const FORM_FIELD_MAX_BYTES = 1 * KIB;
/**
 * Size limit of the headers of one part of the upload's form, in bytes: a name of UPLOAD_NAME_MAX_LENGTH and the rest.
 */
export const FORM_PART_HEADERS_MAX_BYTES = 8 * KIB;
/** Length limit of a list cursor, which clients return unchanged. */
export const CURSOR_MAX_LENGTH = 500;

/** Event streams that one session may have open, counted over all gateways. */
export const LIVE_STREAMS_PER_SESSION = 8;
/** Interval of the heartbeat that keeps proxies from closing an idle stream. */
export const LIVE_BEAT_MS = 15_000;

export const RESET_TOKEN_TTL_MS = 60 * 60 * 1000;
/** Lifetime of the link that takes a change of address back, counted from its mail. */
export const UNDO_TOKEN_TTL_MS = 72 * 60 * 60 * 1000;
export const VERIFICATION_TOKEN_TTL_MS = 24 * 60 * 60 * 1000;
/** Lifetime of a session, counted from sign-in; requests do not prolong it. */
export const SESSION_TTL_MS = 30 * 24 * 60 * 60 * 1000;
/** Silence after which an upload's reservation is released. */
export const UPLOAD_TTL_MS = 60 * 1000;

/** Accounts in one reply to an operator. */
export const ACCOUNTS_PAGE_MAX = 500;
