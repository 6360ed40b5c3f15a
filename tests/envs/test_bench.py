"""The benchmark of the environments runs. Its figures are not tested."""

from allaboard.envs import bench


def test_the_benchmark_measures_and_prints() -> None:
    lines = bench.run(["runaway"], 1, 0.01, False, lambda said: None)
    assert lines[0].steps_a_second > 0
    told = bench.table([*lines, bench.Speed("runaway", "somebody", 10.0, 4.0)], "allaboard bench --envs")
    assert "**runaway**" in told
    assert "| | somebody | 10.0 | 4.0 times as fast |" in told
