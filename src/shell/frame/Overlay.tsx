import { createElement, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { findFeature } from '../../features/registry';
import { screenLock } from '../../store/auth/screenLock';
import { features } from '../../store/features';
import { feedback } from '../../store/feedback';
import { log } from '../../store/log';
import { panel, panelsName } from '../../store/navigation/panel';
import { lazily } from '../../ui/layout/lazily';
import { ProgressBar } from '../../ui/layout/topbar';
import { Toasts } from '../../ui/overlays/Toasts';
import { PageBoundary } from './PageBoundary';
import { PlainQuestion } from './PlainQuestion';

// Dialogs are large and not needed for most pages, so they are lazy.
const QuestionDialog = lazily(() =>
  import(/* webpackChunkName: "dialogs" */ './QuestionDialog').then((it) => ({ default: it.QuestionDialog })),
);
const LockDialog = lazily(() =>
  import(/* webpackChunkName: "dialogs" */ '../lock/LockDialog').then((it) => ({ default: it.LockDialog })),
);

/** The open dialog; panels of the top bar are rendered there. */
function PanelDialog() {
  const shown = useSelector(panel.selectors.shown);
  const isReady = useSelector((state: never) => features.selectors.isReady(state, panelsName));
  if (shown === '' || shown === 'colour' || shown === 'inbox' || !isReady) return null;
  const dialog = findFeature(panelsName)?.pages[shown];
  return dialog ? createElement(dialog) : null;
}

/** Content above the page: dialogs, questions, messages, and the progress bar. */
export function Overlay() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const toasts = useSelector(feedback.selectors.toasts);
  const question = useSelector(feedback.selectors.question);
  const isRunning = useSelector(feedback.selectors.isRunning);
  const isLocked = useSelector(screenLock.selectors.isLocked);
  const isLocking = useSelector(screenLock.selectors.setting) !== null;
  const isFramed = useSelector((state: never) => features.selectors.isReady(state, 'frame'));
  return (
    <>
      <ProgressBar isRunning={isRunning} />
      {/* Dialogs stay hidden while the screen is locked. */}
      <Suspense fallback={null}>{isFramed && !isLocked && <PanelDialog />}</Suspense>
      <Toasts
        items={toasts.map(({ id, tone, say, values, text, detail, link, offer }) => ({
          id,
          tone,
          text: text ?? t(say as never, values ?? {}),
          ...(detail ? { detail } : {}),
          ...(link ? { link } : {}),
          ...(offer
            ? {
                action: {
                  label: t(offer.say as never),
                  onClick() {
                    dispatch(feedback.actions.dismissed(id));
                    dispatch(offer.does);
                  },
                },
              }
            : {}),
        }))}
        onClose={(id) => dispatch(feedback.actions.dismissed(id))}
        closeLabel={t('frame.closeToast')}
      />
      <Suspense fallback={null}>
        {isLocking && (
          <PageBoundary
            broken={() => null}
            onBroken={() => {
              dispatch(screenLock.actions.cancel());
              dispatch(features.actions.partLost());
            }}
          >
            <LockDialog />
          </PageBoundary>
        )}
        {question && (
          <PageBoundary broken={() => <PlainQuestion />} onBroken={(failure) => dispatch(log.actions.failed(failure))}>
            <QuestionDialog />
          </PageBoundary>
        )}
      </Suspense>
    </>
  );
}
