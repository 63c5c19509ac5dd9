import { useDispatch, useSelector } from 'react-redux';
import { feedback } from '../../store/feedback';

/** The pending question and its answer function; undefined without a question. */
export function useQuestion() {
  const dispatch = useDispatch();
  const question = useSelector(feedback.selectors.question);
  const reason = useSelector(feedback.selectors.reason);
  if (!question) return undefined;
  return {
    question,
    values: question.values ?? {},
    reason,
    /** Nothing is lost, chosen, compared or written: the answer is yes or no. */
    isPlain: !(
      question.danger ||
      question.isUnusual ||
      question.alternative ||
      question.evidence ||
      question.asksReason
    ),
    lacksReason: question.asksReason === true && reason.trim() === '',
    answer: (isSure: boolean) => void dispatch(feedback.actions.answered({ isSure, reason: reason.trim() })),
    answerOtherwise: () => void dispatch(feedback.actions.answered({ isSure: false, isAlternative: true, reason: '' })),
    type: (typed: string) => void dispatch(feedback.actions.reasonTyped(typed)),
  };
}
