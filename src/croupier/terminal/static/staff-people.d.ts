/** What the API answers about people, enrolled clients and the floor, as far as the staff page reads it. */

export interface StaffMember {
  login: string;
  name: string;
  roles: string[];
  disabled: boolean;
  locked: boolean;
  must_change_password: boolean;
  signed_in: number;
  last_sign_in: number | null;
}

export interface FloorView {
  name: string;
  settings: { duties: Record<string, string[]> };
  kind: string;
  lines: SettingLine[];
  /** Who approved the settings that were adopted last; null if nobody has. */
  approved_by: { name: string; role: string } | null;
  /** Adopted, and in force from the next start. */
  waiting: SettingChange[];
  /** How the floor file differs from what was adopted last. */
  differences: SettingChange[];
  proposal: Proposal | null;
}

/** A setting in force. The table is null for settings of the floor. */
export interface SettingLine {
  table: string | null;
  name: string;
  value: string;
}

export interface SettingChange {
  path: string;
  was: string;
  will: string;
  sentence: string;
  /** "adopt", or the order at the table that changes it; empty if nothing does. */
  order: string;
  how: string;
}

/** Who proposed to adopt the settings of the floor file. */
export interface Proposal {
  login: string;
  name: string;
  at: number;
}

export interface ClientView {
  client: string;
  kind: string;
  label: string;
  table: string | null;
  enrolled_by: string;
  enrolled_at: number;
  revoked_by: string | null;
  revoked_at: number | null;
}
