import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { isAction } from '../../../contract/schema/module';
import { Button } from '../../ui/inputs/buttons';
import { FormField, TextArea } from '../../ui/inputs/fields';
import { Form } from '../../ui/layout/Form';
import { Dialog } from '../../ui/overlays/Dialog';
import { FieldList } from './form/FieldList';
import { wordOf } from './list/rowButtons';
import type { CrudScreenProps } from './screen';
import { useFormat } from './useFormat';

const longestReason = 200;

/** The dialog of a declared action: its fields, and the reason where the action requires one. */
export function ActionDialog({ module, slice }: Pick<CrudScreenProps, 'module' | 'slice'>) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const form = useSelector(slice.selectors.action);
  const isBusy = useSelector((state: never) => slice.selectors.isBusy(state, 'act'));
  const { actions: at } = slice;
  const action = module.actions?.[form?.action ?? ''];
  if (!form || !isAction(action)) return null;
  const { question, fields = {} } = action;
  const formId = `action-of-${module.name}`;
  return (
    <Dialog
      title={wordOf(question?.title ?? action.label, format.language)}
      size={600}
      closeLabel={t('frame.close')}
      onClose={() => dispatch(at.closeAction())}
      footer={
        <>
          <Button onClick={() => dispatch(at.closeAction())}>{t('ask.cancel')}</Button>
          <Button tone={question?.danger ? 'danger' : 'primary'} type="submit" form={formId} busy={isBusy}>
            {wordOf(action.label, format.language)}
          </Button>
        </>
      }
    >
      {question && <p>{wordOf(question.text, format.language)}</p>}
      <Form id={formId} onSubmit={() => dispatch(at.submitAction())}>
        <FieldList
          prefix="action"
          fields={fields}
          draft={form.draft}
          problems={form.problems}
          onType={(draft) => dispatch(at.typeAction({ draft }))}
        />
        {question?.needsReason && (
          <FormField
            id="action-reason"
            layout="above"
            label={t('ask.reason')}
            required
            {...(form.problems.reason ? { problem: t('ask.reasonHint') } : {})}
          >
            <TextArea
              value={form.reason}
              maxLength={longestReason}
              placeholder={t('ask.reasonHint')}
              onChange={(reason) => dispatch(at.typeAction({ reason }))}
            />
          </FormField>
        )}
      </Form>
    </Dialog>
  );
}
