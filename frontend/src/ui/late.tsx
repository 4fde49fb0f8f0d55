import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

import { fetchCode, tellMissingCode } from '../lib/late-code';

/**
 * A dialog whose code is loaded after the page. Opening it fetches missing code once more; if that fails, it is closed
 * and the page says why.
 */
export function late<Props extends { isOpen: boolean }>(
  load: () => Promise<ComponentType<Props>>,
  close: (props: Props) => void,
): ComponentType<Props> {
  return function Late(props: Props) {
    const { isOpen } = props;
    const [found, setFound] = useState<{ Part: ComponentType<Props> } | null>(null);
    const onMissing = useEffectEvent(() => {
      if (!isOpen) return;
      close(props);
      tellMissingCode();
    });
    const isFound = found !== null;
    useEffect(() => {
      if (isFound) return undefined;
      let isCurrent = true;
      fetchCode(load).then(
        (Part) => {
          if (isCurrent) setFound({ Part });
        },
        () => {
          if (isCurrent) onMissing();
        },
      );
      return () => {
        isCurrent = false;
      };
    }, [isOpen, isFound]);
    return found && <found.Part {...props} />;
  };
}
