import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { paperTypes } from '../../../../contract/wire/ocr/papers';
import { permission } from '../../../store/navigation/menu';
import { Button } from '../../../ui/inputs/buttons';
import { FieldNote } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { wordsOf } from '../loanInformation/words';
import { paperOf } from './identitySaga';
import { identityReading } from './identitySlice';

/** Below the number in the form of a customer: fills in what is read from the ID card or the licence. */
export function IdentityReader({ draft }: { draft: Record<string, unknown> }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { isBusy, isFilled, progress, problem } = useSelector(identityReading.selectors.all);
  const may = useSelector(permission.selectors.codes).loanInformation_add === true;
  const type = paperOf(draft.idType);
  if (!may || type === undefined) return null;
  const word = type === paperTypes.licence ? 'papers.fillLicence' : 'papers.fillIdentity';
  return (
    <div className={arrange.row}>
      <Button
        size="small"
        tone="subtle"
        icon="scan-text"
        busy={isBusy}
        onClick={() => dispatch(identityReading.actions.choose())}
      >
        {isBusy ? t('papers.filling', { percent: progress }) : t(word)}
      </Button>
      {problem !== '' && <FieldNote tone="problem">{wordsOf(t, problem)}</FieldNote>}
      {isFilled && <FieldNote>{t('papers.filled')}</FieldNote>}
    </div>
  );
}
