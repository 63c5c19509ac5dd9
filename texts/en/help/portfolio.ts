import type { AreaHelp } from '../../help';

export const portfolioHelp: AreaHelp = {
  portfolioImport: {
    about:
      'Takes over running orders from an older system. Fill in customers, orders and instalments; they are checked, plans are rebuilt and compared row by row, people decide on differences, and once the closing figures tie all of it is posted at once.',
    steps: [
      'Choose “Import a portfolio”, download the template and fill it in; its last sheet explains each column. Enter the takeover day, the last day of the older system, and upload the workbook.',
      'The check runs in the background, so you can leave the page. Correct faults by sheet and row and upload again; the check writes no business data.',
      'Under “Differences of plans” compare the rows, choose orders or one kind of difference, and decide: the rows of the older system, which become a rent table, or the rebuilt ones. Undecided differences cannot be posted.',
      'Under “Closing figures” see each figure of both systems and what it differs by. Where one differs, posting needs a reason.',
      'Choose “Post”. Another person approves it; then everything is written, or nothing. Earlier payments are booked on the day they were made, as “Opening balance”.',
    ],
    states: {
      of: 'portfolioImport.state',
      means: {
        1: 'It is read, checked and compared.',
        2: 'It has faults. Correct the workbook and upload it again.',
        3: 'It has no faults: decide on differences and post it.',
        4: 'It is being written. If that fails it is checked again, with the reason.',
        5: 'All of it is written. It cannot be deleted.',
      },
    },
    buttons: {
      'Import a portfolio': 'Uploads a workbook; the same file comes in once.',
      'Decide on differences': 'Says which plan holds, for chosen orders or for all of one kind.',
      Post: 'Writes everything at once, after another person has approved.',
    },
    refusals: {
      'portfolio.noSheet': 'Use the template as it is, with the names of its sheets.',
      'portfolio.undecided': 'Filter the differences by “Undecided” and decide on them, one by one or by kind.',
      'portfolio.reasonNeeded': 'Find out first what the difference is; then state why it may stay.',
      'portfolio.changed':
        'The same contract or customer was added since the check. Delete the import and upload again.',
      'portfolio.isPosted': 'Posted orders are handled under Orders, and their payments can be reversed.',
    },
    see: ['page:order', 'page:receipt', 'page:figures', 'page:bankStatement'],
  },
};
