import { useDrafts } from '../../../lib/forms/drafts';
import { Banner } from '../../../ui/banner';
import { Button } from '../../../ui/button';
import { LinkButton } from '../../../ui/link-button';
import styles from './draft-offers.module.css';

/** Offers what was typed before the last session ended. */
export function DraftOffers() {
  const { drafts, discard } = useDrafts();
  return drafts.map(([path, { title }]) => (
    <Banner key={path} type="info">
      <div className={styles.offer}>
        <p>
          What you typed in <bdi>{title}</bdi> before your session ended is kept.
        </p>
        <LinkButton to={path} look={{ size: 'small' }}>
          Continue
        </LinkButton>
        <Button variant="quiet" size="small" onClick={() => discard(path)}>
          Discard
        </Button>
      </div>
    </Banner>
  ));
}
