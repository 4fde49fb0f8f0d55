import { usageLevel } from '../lib/format';
import { classNames } from './class-names';
import styles from './storage-gauge.module.css';

const FRAMES = 20;

interface StorageGaugeProps {
  /** 0 to 100. */
  percent: number;
  label: string;
}

/** The used part of the quota, as frames of a film strip; yellow from 70 %, red from 90 %. */
export function StorageGauge({ percent, label }: StorageGaugeProps) {
  const level = usageLevel(percent);
  const exposedFrames = (percent / 100) * FRAMES;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={`${percent}% used`}
      data-level={level}
      className={classNames(styles.strip, styles[level])}
    >
      <div className={styles.frames}>
        {Array.from({ length: FRAMES }, (_, index) => {
          const share = Math.max(0, Math.min(1, exposedFrames - index));
          return (
            <span key={index} className={styles.frame}>
              <span className={styles.exposed} style={{ transform: `scaleX(${share})` }} />
            </span>
          );
        })}
      </div>
    </div>
  );
}
