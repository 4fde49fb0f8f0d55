import { useQuery } from '@tanstack/react-query';

import { MissingCodeError } from '../../../lib/code/fetch-code';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import type { PictureProps } from '../../../ui/cover';
import { cameraQuery } from '../api/preview-queries';
import styles from './camera-facts.module.css';

export function CameraFacts({ projectId, file }: PictureProps) {
  const { data: facts = [], error, refetch } = useQuery(cameraQuery(projectId, file));
  if (error instanceof MissingCodeError) {
    return (
      <div className={classNames(styles.camera, styles.failed)} role="alert">
        <p>What the camera wrote could not be loaded.</p>
        <Button size="small" variant="quiet" onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
    );
  }
  if (facts.length === 0) return null;
  return (
    <section aria-label="What the camera wrote" className={styles.camera}>
      <dl className={styles.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
