import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { feedback } from '../../store/feedback';
import { Icon } from '../../ui/icons/Icon';
import { Button, IconButton } from '../../ui/inputs/buttons';
import { text } from '../../ui/layout/text';
import { UnansweredPlaces, useIsUnansweredHere } from '../../ui/overlays/unanswered';
import styles from './UnansweredBar.module.css';

/** Page and dialogs, each of which says that a command given in it got no answer. */
export function WithUnanswered({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const unanswered = useSelector(feedback.selectors.unanswered);
  const leave = useCallback(() => void dispatch(feedback.actions.withdrawn()), [dispatch]);
  const message = unanswered.some(({ isGiven }) => !isGiven) ? unanswered : undefined;
  return (
    <UnansweredPlaces message={message} text={t('frame.unansweredInDialog')} onLeave={leave}>
      {children}
    </UnansweredPlaces>
  );
}

/** Above the page: a command given on it got no answer, and can be given again. */
export function UnansweredBar() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const unanswered = useSelector(feedback.selectors.unanswered);
  // One at a time: each may ask the person a question.
  const next = unanswered.find(({ again, isGiven }) => again && !isGiven);
  if (!useIsUnansweredHere()) return null;
  return (
    <div className={styles.bar} role="alert">
      <Icon name="warning-f" size={16} className={text.warning} />
      <span className={text.grow}>{t(next ? 'frame.unanswered' : 'request.unreachable')}</span>
      {next && (
        <Button
          size="small"
          icon="arrow-clockwise"
          onClick={() => {
            dispatch(feedback.actions.givenAgain(next.call));
            dispatch(next.again!);
          }}
        >
          {t('frame.retry')}
        </Button>
      )}
      <IconButton
        icon="dismiss"
        size="small"
        label={t('frame.close')}
        onClick={() => dispatch(feedback.actions.withdrawn())}
      />
    </div>
  );
}
