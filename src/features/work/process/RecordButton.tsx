import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { TaskDetail } from '../../../../contract/wire/flow';
import { route } from '../../../store/navigation/route';
import { Button } from '../../../ui/inputs/buttons';
import { recordPage, usePageAddress } from '../../crud/links';

/** Opens the record that a process decides on; nothing for a person without its menu. */
export function RecordButton({ record }: { record: TaskDetail['record'] }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const addressOf = usePageAddress();
  const target = record && recordPage(record);
  if (!target || addressOf(target) === undefined) return null;
  return (
    <Button icon="document-text" onClick={() => dispatch(route.actions.open(target))}>
      {t('work.record')}
    </Button>
  );
}
