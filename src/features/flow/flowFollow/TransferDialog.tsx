import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { OpenTask } from '../../../../contract/wire/flow';
import { Button } from '../../../ui/inputs/buttons';
import { SelectInput } from '../../../ui/inputs/choices';
import { FormField, TextArea } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { Dialog } from '../../../ui/overlays/Dialog';
import { CardSkeleton } from '../../../ui/overlays/messages';
import { PeopleInput } from '../people/PeopleInput';
import { handing } from './transferSlice';

const { actions: at, selectors: see } = handing;
const formId = 'hand-on-task';
const longestReason = 500;

/** Gives a task to another person, when those who were to do it do not. */
export function TransferDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const shown = useSelector(see.shown);
  if (!shown) return null;
  const { name, tasks, taskId, userId, reason, isIncomplete, isBusy } = shown;
  const close = () => dispatch(at.close());
  const missing = (isMissing: boolean, say: 'choosePerson' | 'reasonNeeded') =>
    isIncomplete && isMissing ? { problem: t(`definitions.${say}`) } : {};
  const holderOf = ({ assigneeName, candidateNames, isStuck }: OpenTask) => {
    const holder = assigneeName || t('definitions.toClaimBy', { names: candidateNames || '–' });
    return isStuck ? t('definitions.stuck', { holder }) : holder;
  };
  return (
    <Dialog
      title={t('definitions.handOnOf', { name })}
      size={600}
      closeLabel={t('frame.close')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('ask.cancel')}</Button>
          <Button tone="primary" type="submit" form={formId} busy={isBusy}>
            {t('definitions.handOn')}
          </Button>
        </>
      }
    >
      {tasks === null ? (
        <CardSkeleton lines={4} />
      ) : (
        <div className={arrange.fields}>
          <p>{t('definitions.handOnText')}</p>
          <Form id={formId} onSubmit={() => dispatch(at.submit())}>
            <FormField layout="above" label={t('definitions.task')} required>
              <SelectInput
                value={taskId}
                onChange={(to) => dispatch(at.choose({ taskId: to }))}
                options={tasks.map((task) => ({ value: task.taskId, label: `${task.taskName} · ${holderOf(task)}` }))}
              />
            </FormField>
            <FormField
              id="hand-on-person"
              layout="above"
              label={t('definitions.taker')}
              required
              {...missing(userId === '', 'choosePerson')}
            >
              <PeopleInput value={userId} onPick={(to) => dispatch(at.choose({ userId: to }))} />
            </FormField>
            <FormField
              layout="above"
              label={t('definitions.reason')}
              required
              {...missing(reason.trim() === '', 'reasonNeeded')}
            >
              <TextArea
                value={reason}
                maxLength={longestReason}
                onChange={(to) => dispatch(at.choose({ reason: to }))}
              />
            </FormField>
          </Form>
        </div>
      )}
    </Dialog>
  );
}
