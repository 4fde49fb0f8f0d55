import { useEffect, useId, useRef, useState } from 'react';

import { Button } from '../../../ui/button';
import styles from './project-description.module.css';

/** A description, cut to a few lines so that a project's files stay in sight; a button shows all of it. */
export function ProjectDescription({ text }: { text: string | null | undefined }) {
  const id = useId();
  const box = useRef<HTMLParagraphElement>(null);
  const [isCut, setIsCut] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      // A whole text fits: whether it would be cut is known from before.
      setIsCut((before) => element.scrollHeight > element.clientHeight + 1 || before),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [text]);
  if (!text) return null;
  return (
    <div className={styles.box}>
      <p id={id} ref={box} dir="auto" data-whole={isWhole || undefined} className={styles.text}>
        {text}
      </p>
      {isCut && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isWhole}
          aria-controls={id}
          className={styles.more}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show more'}
        </Button>
      )}
    </div>
  );
}
