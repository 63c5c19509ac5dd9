import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { ConfirmDialog } from '../look/Dialog';
import { FormField, TextArea } from '../look/fields';
import { Toasts } from '../look/messages';
import { feedback } from '../store/feedback';

/** Questions that wait for an answer, and messages. */
export const Overlay = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const toasts = useSelector(feedback.selectors.toasts);
  const question = useSelector(feedback.selectors.question);
  const reason = useSelector(feedback.selectors.reason);
  const values = question?.values ?? {};
  const lacksReason = question?.asksReason && reason.trim() === '';
  return (
    <>
      <Toasts
        items={toasts.map(({ id, tone, say, text, detail }) => ({
          id,
          tone,
          text: text ?? t(say as never),
          ...(detail ? { detail } : {}),
        }))}
        onClose={(id) => dispatch(feedback.actions.dismissed(id))}
        closeLabel={t('frame.closeToast')}
      />
      {question && (
        <ConfirmDialog
          title={t(question.title as never)}
          text={t(question.say as never, values)}
          {...(question.detail ? { detail: question.detail } : {})}
          danger={question.danger ?? false}
          confirmLabel={t(question.confirm as never, values)}
          cancelLabel={t('ask.cancel')}
          {...(lacksReason ? { confirmDisabledReason: t('ask.reasonHint') } : {})}
          onAnswer={(isSure) => dispatch(feedback.actions.answered({ isSure, reason: reason.trim() }))}
        >
          {question.asksReason && (
            <FormField label={t('ask.reason')} required layout="above">
              <TextArea
                value={reason}
                maxLength={200}
                placeholder={t('ask.reasonHint')}
                onChange={(typed) => dispatch(feedback.actions.reasonTyped(typed))}
              />
            </FormField>
          )}
        </ConfirmDialog>
      )}
    </>
  );
};
