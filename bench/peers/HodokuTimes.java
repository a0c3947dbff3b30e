import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import solver.SudokuSolver;
import solver.SudokuSolverFactory;
import sudoku.Sudoku2;

/** Solves the puzzles of a line by HoDoKu, and prints its thread's CPU nanoseconds and its steps. Then the next line. */
public class HodokuTimes {
    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err); // HoDoKu has its own messages
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> {
            error.printStackTrace();
            System.exit(1);
        });
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        SudokuSolver solver = SudokuSolverFactory.getDefaultSolverInstance();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            long nanoseconds = 0, steps = 0;
            for (String givens : line.trim().split(" ")) {
                long started = clock.getCurrentThreadCpuTime();
                Sudoku2 sudoku = new Sudoku2();
                sudoku.setSudoku(givens);
                solver.setSudoku(sudoku);
                solver.solve();
                nanoseconds += clock.getCurrentThreadCpuTime() - started;
                steps += solver.getSteps().size();
            }
            answers.println(nanoseconds + " " + steps);
            answers.flush();
        }
        System.exit(0); // HoDoKu has threads that wait for ever
    }
}
