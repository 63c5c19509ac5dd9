import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { instantOf, isDateTime } from '../../../../contract/domain/calendar';
import { workStart } from '../../../../contract/modules/work/workStart';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { Page } from '../../../ui/layout/frame';
import { RecordHead } from '../../../ui/layout/record';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { usePageAddress } from '../../crud/links';
import { FormFields } from './FormFields';
import { Progress, useProcess, Waiting } from './ProcessFrame';
import { formOf, processPages } from './processSlice';

const { actions: at } = processPages;
const dayMs = 86_400_000;

/** Whole days between the two times of a leave request; undefined while one is missing. */
function daysIn({ startTime, endTime }: Record<string, unknown>): number | undefined {
  if (!isDateTime(startTime) || !isDateTime(endTime) || endTime <= startTime) return undefined;
  return Math.floor((instantOf(endTime) - instantOf(startTime)) / dayMs);
}

/** The page on which a process is started. */
export function FormPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const addressOf = usePageAddress();
  const { path, state } = useProcess();
  if (!state?.isLoaded) return <Waiting path={path} state={state} />;
  const fields = formOf(state);
  const days = state.isLeave ? daysIn(state.draft) : undefined;
  return (
    <Page>
      <Card>
        <RecordHead
          title={state.isLeave ? t('work.leave.title') : (state.parts.start?.name ?? '')}
          back={{ label: t('work.toStart'), to: addressOf({ feature: workStart.name }) }}
          end={
            <Button tone="primary" icon="send" type="submit" form={`start-${path}`} busy={state.deed === 'start'}>
              {t('work.submit')}
            </Button>
          }
        />
        <Form id={`start-${path}`} onSubmit={() => dispatch(at.act({ path, deed: 'start' }))}>
          <FormFields
            fields={fields}
            draft={state.draft}
            problems={state.problems}
            onType={(draft) => dispatch(at.type({ path, draft }))}
          />
          {days !== undefined && (
            <p className={text.caption} aria-live="polite">
              {t('work.leave.sum', { count: days })}
            </p>
          )}
          {Object.keys(fields).length === 0 && <p className={arrange.well}>{t('work.noForm')}</p>}
        </Form>
      </Card>
      <Progress path={path} state={state} />
    </Page>
  );
}
