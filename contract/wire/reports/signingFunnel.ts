import { choicesOf, periods } from '../../domain/periods';
import { fascContract } from '../../modules/esign/fascContract';
import { reportKinds, reportTexts } from '../../modules/report/report';
import { choice, date, integer, rate } from '../../schema/fields';
import { column, columnsOf, defineReport, judgePeriod, source } from '../../schema/report';

const { last30, thisMonth, lastMonth, thisYear, custom } = periods;
const offered = [last30, thisMonth, lastMonth, thisYear, custom] as const;
const papers = source(fascContract);
const needs = [source(fascContract, 'status', 'signTaskStatus', 'progress', 'expireTime', 'createTime')];

/** How far the contracts of a period have come; the steps are those of the dashboard. */
export const signingFunnel = defineReport({
  kind: reportKinds.signingFunnel,
  title: reportTexts[reportKinds.signingFunnel],
  about: ['所选期间内发起的合同的签署情况', 'How far the contracts issued in the period have come'],
  parameters: {
    period: choice('发起期间', 'Issued', choicesOf(offered), { required: true, initial: last30 }),
    from: date('开始日期', 'From'),
    to: date('结束日期', 'To'),
  },
  judging: judgePeriod,
  tables: {
    steps: {
      title: ['签署进度', 'Progress'],
      needs,
      columns: {
        step: column(
          choice('进度', 'Step', {
            0: ['已发起', 'Issued'],
            1: ['已签署', 'Signed'],
            2: ['待客户签署', 'Awaiting signature'],
            3: ['客户拒签', 'Declined'],
            4: ['已过期', 'Expired'],
            5: ['已作废', 'Voided'],
          }),
          papers,
        ),
        contracts: column(integer('合同数', 'Contracts'), papers),
        share: column(rate('占已发起', 'Of those issued'), papers),
      },
      totals: [],
      order: [['step', 'asc']],
      chart: { by: 'step', bars: ['contracts'], as: 'rows' },
    },
    types: {
      title: ['按合同类型', 'By type'],
      needs: [...needs, source(fascContract, 'type')],
      columns: {
        ...columnsOf(fascContract, 'type'),
        sent: column(integer('已发起', 'Issued'), papers),
        signed: column(integer('已签署', 'Signed'), papers),
        waiting: column(integer('待客户签署', 'Awaiting signature'), papers),
        refused: column(integer('客户拒签', 'Declined'), papers),
        expired: column(integer('已过期', 'Expired'), papers),
        annulled: column(integer('已作废', 'Voided'), papers),
      },
      totals: ['sent', 'signed', 'waiting', 'refused', 'expired', 'annulled'],
      order: [['type', 'asc']],
    },
  },
});
