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
