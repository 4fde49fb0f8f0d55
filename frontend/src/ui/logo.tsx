import { useState } from 'react';

import styles from './logo.module.css';
import { FIRST_IMAGE, SECOND_IMAGE } from './logo-images';

/** The mark and the name. A second image replaces the first when that cannot be loaded. */
export function Logo({ size = 28 }: { size?: number }) {
  const [source, setSource] = useState(FIRST_IMAGE);
  return (
    <span className={styles.logo}>
      <img
        src={source}
        alt=""
        width={size}
        height={size}
        className={styles.mark}
        onError={() => setSource(SECOND_IMAGE)}
      />
      Studiolo
    </span>
  );
}
