import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { isDate } from '../../../../contract/domain/calendar';
import { portfolioImport } from '../../../../contract/modules/lease/portfolioImport';
import { Button } from '../../../ui/inputs/buttons';
import { DateInput } from '../../../ui/inputs/dates';
import { FormField } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { Page } from '../../../ui/layout/frame';
import { RecordHead } from '../../../ui/layout/record';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { usePageAddress } from '../../crud/links';
import { portfolioPages } from './portfolioSlice';
import styles from './UploadPage.module.css';

const { actions: at, selectors: see } = portfolioPages;

/** Takes the workbook of an older system, and the last day of that system. */
export function UploadPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const addressOf = usePageAddress();
  const { takeoverDate, file, busy } = useSelector(see.upload);
  const why = isDate(takeoverDate) ? (file ? '' : t('portfolio.fileFirst')) : t('portfolio.dayFirst');
  const send = () => {
    if (why === '') dispatch(at.send());
  };
  return (
    <Page>
      <RecordHead
        title={t('portfolio.uploadTitle')}
        back={{ label: t('portfolio.back'), to: addressOf({ feature: portfolioImport.name }) }}
      />
      <Card>
        <Form className={`${arrange.column} ${styles.form}`} onSubmit={send}>
          <p className={text.caption}>{t('portfolio.uploadHint')}</p>
          <div className={arrange.row}>
            <Button icon="arrow-download" onClick={() => dispatch(at.template())}>
              {t('portfolio.template')}
            </Button>
          </div>
          <FormField
            id="portfolio-day"
            layout="above"
            label={t('portfolio.day')}
            required
            help={t('portfolio.dayHint')}
          >
            <DateInput
              value={takeoverDate}
              onChange={(value) => dispatch(at.type({ takeoverDate: value }))}
              pickLabel={t('crud.pick')}
            />
          </FormField>
          <FormField id="portfolio-file" layout="above" label={t('portfolio.file')} required as="group">
            <div className={arrange.row}>
              <Button icon="attach" onClick={() => dispatch(at.choose())}>
                {t('portfolio.chooseFile')}
              </Button>
              <span>{file?.name ?? t('portfolio.noFile')}</span>
            </div>
          </FormField>
          <div className={arrange.row}>
            <Button tone="primary" busy={busy} onClick={send} {...(why === '' ? {} : { disabledReason: why })}>
              {t('portfolio.check')}
            </Button>
          </div>
        </Form>
      </Card>
    </Page>
  );
}
