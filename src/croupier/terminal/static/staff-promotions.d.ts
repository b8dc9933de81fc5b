/** What the API answers about promotions, as far as the staff page reads it. Times are milliseconds since 1970. */

export interface PrizeDue {
  clause: string;
  by: number;
  overdue: boolean;
  sentence: string;
}

export interface PromotionView {
  number: number;
  rules: string;
  stage: string;
  postponed: boolean;
  terms: { title?: string; drawn?: number };
  /** What is wrong with the terms. */
  faults: { clause: string; place: string; sentence: string }[];
  entries: number;
  dues: PrizeDue[];
  /** Whether it has started, so that its terms are public. */
  opened: boolean;
}
