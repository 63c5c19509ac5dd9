import { Badge } from '@fluentui/react-components';
import { Icon } from '../icons/Icon';
import { arrange } from './arrange';
import styles from './Steps.module.css';
import { text } from './text';

/** Progress of a task of several steps; `current` is an index into `steps`. */
export function Steps({ steps, current, label }: { steps: readonly string[]; current: number; label: string }) {
  return (
    <ol className={`${arrange.row} ${styles.steps}`} aria-label={label}>
      {steps.map((step, index) => (
        <li key={step} className={arrange.line} aria-current={index === current ? 'step' : undefined}>
          {index < current ? (
            <Icon name="checkmark-circle-f" className={text.good} />
          ) : (
            <Badge
              shape="circular"
              size="large"
              {...(index === current ? {} : { appearance: 'tint', color: 'informative' })}
            >
              {index + 1}
            </Badge>
          )}
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}
