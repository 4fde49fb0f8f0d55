import { PROTECTED_DOCX_TYPE, type StoredFile } from '@studiolo/contracts';

import styles from './type-glyph.module.css';

type Named = Pick<StoredFile, 'filename' | 'content_type'>;

/** A file's extension, else the end of its content type. */
function typeLetters({ filename, content_type: type }: Named): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(filename)?.[1];
  return (extension ?? type.split('/').at(-1) ?? 'file').slice(0, 5).toUpperCase();
}

/** A drawn sheet with the letters of the file's type, and a lock if it opens only with a password. */
export function TypeGlyph({ file }: { file: Named }) {
  return (
    <span className={styles.glyph} aria-hidden>
      <svg viewBox="0 0 48 60" fill="none" stroke="currentColor" className={styles.sheet}>
        <path d="M4 3h28l12 12v42H4z" strokeWidth="1.4" />
        <path d="M32 3v12h12" strokeWidth="1.4" />
        {file.content_type === PROTECTED_DOCX_TYPE ? (
          <path d="M17 28h14v11H17zM20 28v-4a4 4 0 0 1 8 0v4" strokeWidth="1.4" />
        ) : (
          <path d="M12 24h24M12 31h24M12 38h15" strokeWidth="1" opacity=".55" />
        )}
      </svg>
      <span className={styles.letters}>{typeLetters(file)}</span>
    </span>
  );
}
