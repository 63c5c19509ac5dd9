import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { ConfirmDialog } from '../look/Dialog';
import { FormField, TextArea } from '../look/fields';
import { feedback } from '../store/feedback';

/** A question that waits for an answer. */
export const QuestionDialog = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const question = useSelector(feedback.selectors.question);
  const reason = useSelector(feedback.selectors.reason);
  if (!question) return null;
  const values = question.values ?? {};
  const lacksReason = question.asksReason && reason.trim() === '';
  return (
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
  );
};
