import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

import { Button } from '../../../ui/button';
import { LiveRegion } from '../../../ui/live-region';
import styles from './checksum.module.css';

/**
 * The ends of a file's SHA-256, which is copied whole. Where the browser does not allow that, as on an address without
 * encryption, all of it is shown.
 */
export function Checksum({ sha256 }: { sha256: string }) {
  const [isWhole, setIsWhole] = useState(!('clipboard' in navigator));
  const [isCopied, setIsCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  const copy = () =>
    navigator.clipboard.writeText(sha256).then(
      () => setIsCopied(true),
      () => setIsWhole(true),
    );
  return (
    <div className={styles.checksum}>
      <span className={styles.label}>SHA-256</span>
      <code className={styles.digits}>
        {isWhole ? sha256 : `${sha256.slice(0, 4)} … ${sha256.slice(-4)}`}
      </code>
      {!isWhole && (
        <Button
          size="small"
          variant="quiet"
          aria-label={isCopied ? 'Copied' : 'Copy SHA-256'}
          onClick={() => void copy()}
        >
          <Icon size={14} strokeWidth={1.6} aria-hidden />
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      )}
      <LiveRegion text={isCopied ? 'Copied' : ''} />
    </div>
  );
}
